// Says what has happened on the page, for who does not see it.

export function say(text: string): void {
  const news = document.getElementById("news");
  if (news) news.textContent = text;
}
