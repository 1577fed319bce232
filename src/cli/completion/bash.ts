// Completion for bash.

import type { CompletionTable, Offer } from "./completion-table.js";

/** A script to be sourced. */
export function bashCompletion({ first, groups, commands }: CompletionTable): string {
  const flat = commands.map(({ name, options, argument }) => ({ name, options, argument }));
  const values = flat.flatMap(({ name, options }) =>
    options
      .filter(({ value }) => value !== undefined)
      .map(({ name: option, short, value }) => {
        const patterns = [`"${name} --${option}"`, ...(short === undefined ? [] : [`"${name} -${short}"`])];
        return `    ${patterns.join("|")}) ${reply(value?.offer ?? "nothing")}; return ;;`;
      }),
  );
  return `# Completion of beckon for bash. Put this into ~/.bashrc:
#   source <(beckon completion bash)
_beckon() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" options=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    ${reply({ words: [...first.map(({ name }) => name), "--help", "--version"] })}
    return
  fi
  case "$command" in
${groups
  .map(
    ({ name, inside }) => `    ${name})
      if [ "$COMP_CWORD" -eq 2 ]; then
        ${reply({ words: inside.map((each) => each.name.slice(name.length + 1)) })}
        return
      fi
      command="$command \${COMP_WORDS[2]}" ;;`,
  )
  .join("\n")}
  esac
  case "$command $prev" in
${values.join("\n")}
  esac
  case "$command" in
${flat
  .map(({ name, options, argument }) => {
    const words = options.map((option) => `--${option.name}`).join(" ");
    return `    "${name}") options="${words}"; case "$cur" in -*) ;; *) ${reply(argument)}; return ;; esac ;;`;
  })
  .join("\n")}
  esac
  COMPREPLY=($(compgen -W "$options" -- "$cur"))
}
complete -F _beckon beckon
`;
}

function reply(offer: Offer): string {
  if (offer === "nothing") return "COMPREPLY=()";
  if (offer === "files") return 'COMPREPLY=($(compgen -f -- "$cur"))';
  return `COMPREPLY=($(compgen -W "${offer.words.join(" ")}" -- "$cur"))`;
}
