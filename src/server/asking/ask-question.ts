// Asks a form or a page in a run.

import type { Answer } from "../../core/elicitation/answer.js";
import type { Question } from "../../core/elicitation/question.js";
import type { OpenFile } from "../../core/elicitation/uploaded-file.js";
import type { Run } from "../../replay/run.js";
import type { ServerParts } from "../parts.js";
import type { Asked } from "./asked.js";
import { AskedForm } from "./asked-form.js";
import { AskedPage, type PageOptions } from "./asked-page.js";

/** Asks; files that come with the answer can be read from the server's pages. */
export function askQuestion(
  { asking: { hosted } }: ServerParts,
  run: Run<Asked>,
  question: Question,
  options: PageOptions,
): Promise<Answer<unknown>> {
  if (question.mode === "url") return run.ask(new AskedPage(question, options));
  const open: OpenFile | undefined = hosted && ((file) => hosted.pages.openFile(file));
  return run.ask(new AskedForm(question, options, open));
}
