// Every route of the API, in the order in which the OpenAPI document shows them.

import type { Route } from "../route.js";
import { answerOfRoute } from "./answer-of.js";
import { bringBackRoute, putAsideRoute } from "./aside.js";
import { claimRoute } from "./claim.js";
import { createRoute } from "./create.js";
import { getDraftRoute, putDraftRoute, removeDraftRoute } from "./draft.js";
import { downloadRoute, uploadRoute } from "./files.js";
import { getRoute } from "./get.js";
import { historyRoute } from "./history.js";
import { listRoute } from "./list.js";
import { listMutesRoute, muteRoute, unmuteRoute } from "./mutes.js";
import { getRunRoute, listRunsRoute } from "./runs.js";
import { samplesRoute } from "./samples.js";
import { answerRoute, cancelRoute, declineRoute } from "./settle.js";
import { endSessionRoute, readTranscriptRoute, writeTranscriptRoute } from "./transcript.js";
import { watchRoute } from "./watch.js";
import { withdrawRoute } from "./withdraw.js";

export const routes: readonly Route[] = [
  createRoute,
  listRoute,
  watchRoute,
  getRoute,
  answerOfRoute,
  claimRoute,
  answerRoute,
  declineRoute,
  cancelRoute,
  withdrawRoute,
  getDraftRoute,
  putDraftRoute,
  removeDraftRoute,
  putAsideRoute,
  bringBackRoute,
  uploadRoute,
  downloadRoute,
  readTranscriptRoute,
  writeTranscriptRoute,
  endSessionRoute,
  listRunsRoute,
  getRunRoute,
  listMutesRoute,
  muteRoute,
  unmuteRoute,
  historyRoute,
  samplesRoute,
];
