// An agent that was given nobody to ask, and prints what it was told. The tests run it in a real terminal and in none.

import { createAsker } from "beckon/agent";

const [flag] = process.argv.slice(2);
const asker = createAsker({ name: "travel", responders: [], ...(flag === "alone" && { terminal: false }) });
console.log(`told ${JSON.stringify(await asker.ask({ type: "text", prompt: "Which city?" }))}`);
