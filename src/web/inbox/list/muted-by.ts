// Says who muted a server: it is for everybody, and so everybody may know.

import type { MuteResource } from "../../api/resources.js";
import { foreignLine } from "../../html/foreign-text.js";
import type { HtmlValue } from "../../html/html.js";

export const mutedBy = ({ by, name }: MuteResource, visitorId: string): HtmlValue =>
  by === visitorId ? "you" : foreignLine(name ?? by);
