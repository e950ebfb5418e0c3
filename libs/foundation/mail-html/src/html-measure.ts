import type { Attributes } from 'sanitize-html';

export interface HtmlBounds {
  /** Maximum length of the HTML. */
  maxLength: number;
  /** Maximum length without images in data URLs. */
  maxCharacters: number;
  maxElements: number;
  /** Maximum depth of nested elements. */
  maxDepth: number;
}

/** The HTML exceeds a bound, above which processing it could take too long. */
export class TooLarge extends Error {
  constructor(readonly reason: 'length' | 'elements' | 'depth') {
    super(`The HTML exceeds its bound: ${reason}.`);
  }
}

/** Checks HTML against its bounds: the length before parsing, the rest during it. */
export class HtmlMeasure {
  private depth = 0;
  private elements = 0;
  private dataPictures = 0;

  /** @throws TooLarge if the HTML is too long */
  constructor(
    private readonly html: string,
    private readonly bounds: HtmlBounds,
  ) {
    if (html.length > bounds.maxLength) throw new TooLarge('length');
  }

  /**
   * Counts an opening tag.
   * @throws TooLarge if the elements are too deep or too many
   */
  open(name: string, { src }: Attributes): void {
    if (++this.depth > this.bounds.maxDepth) throw new TooLarge('depth');
    if (++this.elements > this.bounds.maxElements) throw new TooLarge('elements');
    if (name === 'img' && src && /^\s*data:/i.test(src)) this.dataPictures += src.length;
  }

  close(): void {
    this.depth--;
  }

  /**
   * Checks the length without images, after parsing.
   * @throws TooLarge if it is too long
   */
  end(): void {
    if (this.html.length - this.dataPictures > this.bounds.maxCharacters) throw new TooLarge('length');
  }
}
