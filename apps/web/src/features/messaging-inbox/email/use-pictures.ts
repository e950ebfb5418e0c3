import { useEffect, useRef } from 'react';
import type { Editor } from '@tiptap/react';
import type { Uploads } from '../../../conversation/composer/uploads';
import { useCell } from '../../../lib/cell';
import { useStable } from '../../../lib/use-stable';

/**
 * Returns a function that attaches files put into the text of an e-mail; pictures among them appear in the text once
 * they are uploaded.
 */
export function usePictures(
  uploads: Uploads,
  editor: Editor | null,
  attach: (files: File[]) => void,
): (files: File[]) => void {
  const files = useCell(uploads.items);
  const pasted = useRef(new Set<string>());
  useEffect(() => {
    for (const { id: uploadId, asset, file } of files) {
      if (!asset || !pasted.current.delete(uploadId)) continue;
      const attrs = { src: uploads.localUrlOf(asset.id), alt: file.name, asset: asset.id };
      editor?.chain().focus().insertContent({ type: 'image', attrs }).run();
    }
  }, [files, editor, uploads]);
  return useStable((added: File[]) => {
    const before = new Set(uploads.items.get().map((item) => item.id));
    attach(added);
    for (const { id: uploadId, file } of uploads.items.get())
      if (!before.has(uploadId) && file.type.startsWith('image/')) pasted.current.add(uploadId);
  });
}
