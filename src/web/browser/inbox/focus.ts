// Keeps the focus where the person has it, while what is shown is replaced.

/** Where in the list the focus is. */
interface Place {
  /** The line, by its question; absent for everything else in the list. */
  readonly entry: string | undefined;
  /** How many lines stand before it. */
  readonly index: number;
  /** The part of the list that folds, by its name, when its head has the focus. */
  readonly fold: string | undefined;
  /** The name of a control. */
  readonly name: string | undefined;
}

/** Replaces something in the list; whoever was at a line stays at it, or at the one that takes its place. */
export function keepFocus(list: Element, replace: () => void): void {
  const { activeElement } = document;
  const place =
    activeElement instanceof HTMLElement && list.contains(activeElement) ? placeOf(activeElement) : undefined;
  replace();
  if (!place || (activeElement?.isConnected && document.activeElement === activeElement)) return;
  find(list, place)?.focus({ preventScroll: true });
}

function placeOf(focused: HTMLElement): Place {
  const entry = focused.closest<HTMLElement>("[data-entry]");
  return {
    entry: entry?.dataset.entry,
    index: entry ? [...(entry.parentElement?.children ?? [])].indexOf(entry) : -1,
    fold: focused.matches("summary") ? focused.closest<HTMLElement>("[data-fold]")?.dataset.fold : undefined,
    name: focused.getAttribute("name") ?? undefined,
  };
}

function find(list: Element, { entry, index, fold, name }: Place): HTMLElement | null | undefined {
  if (entry !== undefined) {
    const lines = [...list.querySelectorAll<HTMLElement>("a.entry-link")].filter(isShown);
    return (
      lines.find(({ parentElement }) => parentElement?.dataset.entry === entry) ??
      lines[index] ??
      lines.at(-1)
    );
  }
  if (fold !== undefined) return list.querySelector<HTMLElement>(`[data-fold="${fold}"] > summary`);
  return name === undefined ? undefined : list.querySelector<HTMLElement>(`[name="${name}"]`);
}

/** True for what can be seen, and so have the focus. */
export const isShown = (element: HTMLElement): boolean => element.checkVisibility();
