import { demo, demoIngress } from './demo';
import type { Product } from './product';
import { postWebhook, messageWebhook } from './webhook';

let number = 0;

/** A new contact on WhatsApp, with their own phone number. */
export class Contact {
  readonly phone = `3461${String(Date.now() % 1_000_000).padStart(6, '0')}${String(number++).padStart(2, '0')}`;

  constructor(
    private readonly product: Product,
    readonly name: string,
  ) {}

  /**
   * Sends a text as the contact.
   * @param answering id of the message to which it replies, if any
   * @returns the new message's id, once the product has acknowledged the webhook
   */
  write(text: string, { answering }: { answering?: string } = {}): Promise<string> {
    const context = answering === undefined ? {} : { context: { id: answering } };
    return this.post({ type: 'text', text: { body: text }, ...context });
  }

  writeImage(caption: string): Promise<string> {
    return this.post({ type: 'image', image: { id: String(number), mime_type: 'image/png', caption } });
  }

  /** Sends a voice message that is one second of silence. */
  async speak(): Promise<string> {
    const id = await this.upload(silence(), 'audio/wav');
    return this.post({ type: 'audio', audio: { id, mime_type: 'audio/wav', voice: true } });
  }

  /** Uploads a file to the fake WhatsApp and sends it. */
  async sendFile(bytes: Uint8Array<ArrayBuffer>, type: string, filename: string): Promise<string> {
    const id = await this.upload(bytes, type);
    if (type.startsWith('image/')) return this.post({ type: 'image', image: { id, mime_type: type } });
    return this.post({ type: 'document', document: { id, mime_type: type, filename } });
  }

  /**
   * Uploads a file to the fake WhatsApp.
   * @returns its media id
   */
  private async upload(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> {
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('type', type);
    form.set('file', new Blob([bytes], { type }), 'file');
    const response = await fetch(`${this.product.url}/demo/graph/v24.0/contact/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demo.accessToken}` },
      body: form,
    });
    const { id } = (await response.json()) as { id?: string };
    if (!id) throw new Error(`The file was answered with ${response.status}.`);
    return id;
  }

  /**
   * Posts a WhatsApp message with any content.
   * @returns the message's id
   */
  async post(content: { type: string } & Record<string, unknown>): Promise<string> {
    const id = `wamid.${this.phone}.${number++}`;
    const body = messageWebhook({ id, from: this.phone, name: this.name, content });
    const response = await postWebhook(demoIngress(this.product.url), body, demo.appSecret);
    if (response.status !== 200) throw new Error(`The webhook was answered with ${response.status}.`);
    return id;
  }
}

const RATE = 8_000;

/** A WAV file of one second of silence: one channel, 8 bits per sample. */
function silence(): Uint8Array<ArrayBuffer> {
  const file = Buffer.alloc(44 + RATE, 0x80);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + RATE, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(RATE, 40);
  return new Uint8Array(file);
}
