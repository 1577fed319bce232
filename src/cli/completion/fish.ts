// Completion for fish.

import type { CompletedCommand, CompletedOption, CompletionTable, Offer } from "./completion-table.js";

/** A script to be sourced, or to be put into fish's folder of completions. */
export function fishCompletion({ first, groups, commands }: CompletionTable): string {
  const lines = [
    ...first.map(({ name, summary }) =>
      complete("__beckon_words 1", `-a ${quote(name)} -d ${quote(summary)}`),
    ),
    ...groups.flatMap(({ name, inside }) =>
      inside.map((command) =>
        complete(
          `__beckon_is ${name}; and __beckon_words 2`,
          `-a ${quote(command.name.slice(name.length + 1))} -d ${quote(command.summary)}`,
        ),
      ),
    ),
    ...commands.flatMap(commandLines),
  ];
  return `# Completion of beckon for fish:
#   beckon completion fish > ~/.config/fish/completions/beckon.fish
function __beckon_words
    test (count (commandline -opc)) -eq $argv[1]
end
function __beckon_is
    set -l words (commandline -opc)
    set -l last (math (count $argv) + 1)
    test (count $words) -ge $last; and test "$words[2..$last]" = "$argv"
end
complete -c beckon -f
${lines.join("\n")}
`;
}

function commandLines({ name, options, argument }: CompletedCommand): readonly string[] {
  const when = `__beckon_is ${name}`;
  return [
    ...options.map((option) => complete(when, optionWords(option))),
    ...(argument === "nothing" ? [] : [complete(when, offerWords(argument))]),
  ];
}

const optionWords = ({ name, short, summary, value }: CompletedOption): string =>
  [
    `-l ${name}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    ...(value === undefined ? [] : [value.offer === "nothing" ? "-x" : `-r ${offerWords(value.offer)}`]),
    `-d ${quote(summary)}`,
  ].join(" ");

function offerWords(offer: Offer): string {
  if (offer === "files" || offer === "nothing") return "-F";
  return `-f -a ${quote(offer.words.join(" "))}`;
}

const complete = (when: string, words: string): string => `complete -c beckon -n ${quote(when)} ${words}`;

const quote = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
