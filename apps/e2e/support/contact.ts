import { demo, demoIngress } from './demo';
import type { Product } from './product';
import { postWebhook, messageWebhook } from './webhook';

let number = 0;

/** Somebody new on WhatsApp, with a number of their own. */
export class Contact {
  readonly phone = `3461${String(Date.now() % 1_000_000).padStart(6, '0')}${String(number++).padStart(2, '0')}`;

  constructor(
    private readonly product: Product,
    readonly name: string,
  ) {}

  /** Writes, in answer to a message if its id is given; resolves with its own once the product has acknowledged it. */
  write(text: string, { answering }: { answering?: string } = {}): Promise<string> {
    const context = answering === undefined ? {} : { context: { id: answering } };
    return this.post({ type: 'text', text: { body: text }, ...context });
  }

  writeImage(caption: string): Promise<string> {
    return this.post({ type: 'image', image: { id: String(number), mime_type: 'image/png', caption } });
  }

  /** Anything that WhatsApp carries; resolves with its id. */
  async post(content: { type: string } & Record<string, unknown>): Promise<string> {
    const id = `wamid.${this.phone}.${number++}`;
    const body = messageWebhook({ id, from: this.phone, name: this.name, content });
    const response = await postWebhook(demoIngress(this.product.url), body, demo.appSecret);
    if (response.status !== 200) throw new Error(`The webhook was answered with ${response.status}.`);
    return id;
  }
}
