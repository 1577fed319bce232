// A place in a circular doubly linked list: what is linked can leave at once, without asking which list it is in.

/** A place in a circular list. A bare `Link` is the head of a list; what lists hold extends it. */
export class Link {
  previous: Link = this;
  next: Link = this;

  /** Joins the list just before `place`, leaving the one it was in. Before the head is the end of the list. */
  joinBefore(place: Link): void {
    this.leave();
    this.previous = place.previous;
    this.next = place;
    place.previous.next = this;
    place.previous = this;
  }

  /** Leaves the list it is in; harmless when it is in none. */
  leave(): void {
    this.previous.next = this.next;
    this.next.previous = this.previous;
    this.previous = this;
    this.next = this;
  }

  /** Takes over everything in the list of `head`, in its order, before this head's own end. */
  takeAll(head: Link): void {
    if (head.next === head) return;
    head.next.previous = this.previous;
    this.previous.next = head.next;
    head.previous.next = this;
    this.previous = head.previous;
    head.previous = head;
    head.next = head;
  }
}
