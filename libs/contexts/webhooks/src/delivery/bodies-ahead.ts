/** Number of bodies that are made together, so that they share reads of the log. */
const TOGETHER = 64;
/** Maximum age of a body in ms; an older one is made again, because a contact may have been erased since. */
const FRESH_MS = 2_000;

interface Made {
  at: number;
  body: Promise<string | null>;
}

/** Makes the bodies of a round of deliveries shortly before they are sent. */
export class BodiesAhead<Delivery extends { event_id: string }> {
  private readonly places: Map<string, number>;
  private readonly made = new Map<string, Made>();

  /** @param deliveries in about the order in which they are sent */
  constructor(
    private readonly deliveries: readonly Delivery[],
    private readonly make: (delivery: Delivery) => Promise<string | null>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.places = new Map(deliveries.map(({ event_id: id }, place) => [id, place]));
  }

  /** Returns the body of a delivery, at most once for each delivery. */
  of(delivery: Delivery): Promise<string | null> {
    const ahead = this.take(delivery);
    if (ahead) return ahead;
    const place = this.places.get(delivery.event_id) ?? this.deliveries.length;
    for (const next of this.deliveries.slice(place, place + TOGETHER)) {
      if (!this.places.has(next.event_id)) continue;
      const body = this.make(next);
      // Avoids an unhandled rejection; the caller that awaits the body gets the failure.
      body.catch(() => undefined);
      this.made.set(next.event_id, { at: this.now(), body });
    }
    return this.take(delivery) ?? this.make(delivery);
  }

  /** Null if the body was not made, or too long ago. */
  private take({ event_id: id }: Delivery): Promise<string | null> | null {
    const known = this.made.get(id);
    if (!known) return null;
    this.made.delete(id);
    if (this.now() - known.at > FRESH_MS) return null;
    this.places.delete(id);
    return known.body;
  }
}
