// Completion for zsh.

import type { CompletedCommand, CompletedOption, CompletionTable, Offer } from "./completion-table.js";

/** A script to be sourced, or to be put on the fpath as `_beckon`. */
export function zshCompletion({ first, groups, commands }: CompletionTable): string {
  return `#compdef beckon
# Completion of beckon for zsh. Put this into ~/.zshrc, after compinit:
#   source <(beckon completion zsh)
_beckon() {
  local command=$words[2]
  if (( CURRENT == 2 )); then
    ${describe("command", first)}
    return
  fi
  case $command in
${groups
  .map(
    ({ name, inside }) => `    ${name})
      if (( CURRENT == 3 )); then
        ${describe(
          "command",
          inside.map((each) => ({ ...each, name: each.name.slice(name.length + 1) })),
        )}
        return
      fi
      command="$words[2] $words[3]"
      shift words
      (( CURRENT-- )) ;;`,
  )
  .join("\n")}
  esac
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(argumentsOf).join("\n")}
  esac
}
compdef _beckon beckon
`;
}

const describe = (
  tag: string,
  shown: readonly { readonly name: string; readonly summary: string }[],
): string =>
  `local -a shown=(${shown.map(({ name, summary }) => quote(`${name}:${summary}`)).join(" ")}); _describe ${tag} shown`;

function argumentsOf({ name, options, argument }: CompletedCommand): string {
  // With nothing to offer there is no spec: its message would keep zsh from putting in the only option that fits.
  const rest = argument === "nothing" ? [] : [quote(`*:argument:${action(argument)}`)];
  const specs = [...options.flatMap(optionSpecs), ...rest];
  return `    ${quote(name)}) _arguments ${specs.join(" ")} ;;`;
}

const optionSpecs = ({ name, short, summary, value }: CompletedOption): readonly string[] =>
  [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((option) => {
    const says = `[${escaped(summary)}]`;
    const wants = value === undefined ? "" : `:${escaped(value.called)}:${action(value.offer)}`;
    return quote(`*${option}${says}${wants}`);
  });

/** Without what ends a part of a spec. */
const escaped = (text: string): string => text.replace(/[[\]\\:]/g, "\\$&");

function action(offer: Offer): string {
  if (offer === "nothing") return " ";
  return offer === "files" ? "_files" : `(${offer.words.join(" ")})`;
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
