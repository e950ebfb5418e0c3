import type { Attributes } from 'sanitize-html';

export interface HtmlBounds {
  /** Characters of the whole HTML. */
  maxLength: number;
  /** The same without the pictures that are written in it as data. */
  maxCharacters: number;
  maxElements: number;
  /** Elements within each other. */
  maxDepth: number;
}

/** HTML exceeds a bound: its cost may grow faster than its length. */
export class TooLarge extends Error {
  constructor(readonly reason: 'length' | 'elements' | 'depth') {
    super(`The HTML exceeds its bound: ${reason}.`);
  }
}

/** Holds HTML to its bounds: its length before anything reads it, the rest while it is parsed. */
export class HtmlMeasure {
  private depth = 0;
  private elements = 0;
  private dataPictures = 0;

  /** @throws TooLarge */
  constructor(
    private readonly html: string,
    private readonly bounds: HtmlBounds,
  ) {
    if (html.length > bounds.maxLength) throw new TooLarge('length');
  }

  /** Counts an opening tag. @throws TooLarge */
  open(name: string, { src }: Attributes): void {
    if (++this.depth > this.bounds.maxDepth) throw new TooLarge('depth');
    if (++this.elements > this.bounds.maxElements) throw new TooLarge('elements');
    if (name === 'img' && src && /^\s*data:/i.test(src)) this.dataPictures += src.length;
  }

  close(): void {
    this.depth--;
  }

  /** Compares the length without pictures, once all is parsed. @throws TooLarge */
  end(): void {
    if (this.html.length - this.dataPictures > this.bounds.maxCharacters) throw new TooLarge('length');
  }
}
