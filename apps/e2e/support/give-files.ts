import type { Locator } from '@playwright/test';

export interface GivenFile {
  name: string;
  type: string;
  bytes: number;
}

/** Pastes files into a field or drops them on it, as a browser does. Image files are valid images. */
export async function giveFiles(field: Locator, how: 'paste' | 'drop', files: GivenFile[]): Promise<void> {
  const [kind, property] =
    how === 'paste' ? ['ClipboardEvent', 'clipboardData'] : ['DragEvent', 'dataTransfer'];
  await field.focus();
  await field.page().evaluate(`(async () => {
    const data = new DataTransfer();
    const canvas = new OffscreenCanvas(64, 64);
    const pen = canvas.getContext('2d');
    pen.fillStyle = '#7f9cf5'; pen.fillRect(0, 0, 64, 64);
    pen.fillStyle = '#f5b97f'; pen.fillRect(16, 24, 32, 24);
    const picture = await canvas.convertToBlob();
    for (const { name, type, bytes } of ${JSON.stringify(files)}) {
      const rest = new Uint8Array(bytes - (type === 'image/png' ? picture.size : 0));
      data.items.add(new File(type === 'image/png' ? [picture, rest] : [rest], name, { type }));
    }
    document.activeElement.dispatchEvent(
      new ${kind}('${how}', { ${property}: data, bubbles: true, cancelable: true }),
    );
  })()`);
}
