// Text in one piece, for what is kept.

/**
 * The same text in one piece of memory. One that was put together keeps its pieces, each an object, until somebody looks
 * into it: twice the room, and most of the work when what is kept is moved.
 */
export const flatText = (text: string): string => (text.charCodeAt(0) >= 0 ? text : "");
