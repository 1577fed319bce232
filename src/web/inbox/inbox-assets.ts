// The files behind every page of the inbox.
/// <reference path="../layout/bundled.d.ts" />

import { text as script } from "../browser/inbox.ts?bundled";
import { type Assets, createAssets } from "../layout/assets.js";
import { base } from "../layout/styles/base.js";
import { form } from "../layout/styles/form.js";
import { inbox } from "../layout/styles/inbox.js";
import { inboxPages } from "../layout/styles/inbox-pages.js";

export const createInboxAssets = (): Assets => createAssets(base + form + inbox + inboxPages, script);
