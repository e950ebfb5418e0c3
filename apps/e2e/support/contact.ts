import { demo, demoIngress } from './demo';
import type { Product } from './product';
import { postWebhook, textWebhook } from './webhook';

let number = 0;

/** Somebody new on WhatsApp, with a number of their own. */
export class Contact {
  readonly phone = `3461${String(Date.now() % 1_000_000).padStart(6, '0')}${String(number++).padStart(2, '0')}`;

  constructor(
    private readonly product: Product,
    readonly name: string,
  ) {}

  /** Writes; resolves once the product has acknowledged it. */
  async write(text: string, id = `wamid.${this.phone}.${number++}`): Promise<void> {
    const body = textWebhook({ id, from: this.phone, text, name: this.name });
    const response = await postWebhook(demoIngress(this.product.url), body, demo.appSecret);
    if (response.status !== 200) throw new Error(`The webhook was answered with ${response.status}.`);
  }
}
