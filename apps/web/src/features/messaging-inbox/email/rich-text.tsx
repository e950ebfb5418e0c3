import '@mantine/tiptap/styles.layer.css';
import { useEffect, useEffectEvent } from 'react';
import { ActionIcon } from '@mantine/core';
import {
  IconBlockquote,
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline,
  type Icon,
} from '@tabler/icons-react';
import { Link, RichTextEditor } from '@mantine/tiptap';
import Image from '@tiptap/extension-image';
import { useEditor, type Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useTranslation } from '../../../lib/translation';
import { useStable } from '../../../lib/use-stable';
import classes from './mail-editor.module.css';

/** A pasted picture; `asset` is the id of its uploaded file. */
const Picture = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      asset: {
        default: null,
        parseHTML: (element: HTMLElement) => element.getAttribute('data-asset'),
        renderHTML: ({ asset }: { asset: string | null }) => (asset ? { 'data-asset': asset } : {}),
      },
    };
  },
}).configure({ allowBase64: false, inline: true });

interface RichTextProps {
  label: string;
  html: string;
  /** Identifies the content: when it changes, the editor starts again with `html`. */
  of: string;
  onChange: (html: string, words: string) => void;
  onReady: (editor: Editor) => void;
  onSubmit: (thenArchive: boolean) => void;
  onPictures: (files: File[]) => void;
  onBlur?: () => void;
}

/** Editor for the text of an e-mail, with basic formatting. */
export function RichText(props: RichTextProps) {
  const { label, html, of, onReady } = props;
  const onChange = useStable(props.onChange);
  const onKey = useStable((event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      (event.target as HTMLElement).blur();
      return true;
    }
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return false;
    event.preventDefault();
    props.onSubmit(event.shiftKey);
    return true;
  });
  const onFiles = useStable((files: FileList | undefined) => {
    if (!files?.length) return false;
    props.onPictures([...files]);
    return true;
  });
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: false, heading: false }), Link, Picture],
    content: html,
    editorProps: {
      attributes: {
        class: classes.content ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
      handleKeyDown: (_, event) => onKey(event),
      handlePaste: (_, event) => onFiles(event.clipboardData?.files),
      handleDrop: (_, event) => onFiles(event.dataTransfer?.files),
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML(), changed.getText()),
    onBlur: props.onBlur,
  });
  const begin = useEffectEvent(() => {
    // The editor is recreated when it moves to another place in the page; a destroyed editor has no document to
    // change.
    if (!editor.isDestroyed) editor.commands.setContent(html, { emitUpdate: false });
  });
  useEffect(() => {
    begin();
  }, [of]);
  useEffect(() => onReady(editor), [editor, onReady]);
  return (
    <RichTextEditor editor={editor} className={classes.editor}>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}

/** Formatting buttons for the selected text. */
export function Looks({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const link = () => {
    if (editor.isActive('link')) return editor.chain().focus().unsetLink().run();
    const { from, to } = editor.state.selection;
    const words = editor.state.doc.textBetween(from, to).trim();
    const href = /^https?:\/\/\S+$/i.test(words) ? words : window.prompt(t('email.link'), 'https://');
    return href && /^(https?:\/\/|mailto:)\S+$/i.test(href) && editor.chain().focus().setLink({ href }).run();
  };
  const tools: [string, Icon, () => unknown][] = [
    [t('email.bold'), IconBold, () => editor.chain().focus().toggleBold().run()],
    [t('email.italic'), IconItalic, () => editor.chain().focus().toggleItalic().run()],
    [t('email.underline'), IconUnderline, () => editor.chain().focus().toggleUnderline().run()],
    [t('email.bulletList'), IconList, () => editor.chain().focus().toggleBulletList().run()],
    [t('email.orderedList'), IconListNumbers, () => editor.chain().focus().toggleOrderedList().run()],
    [t('email.quoteBlock'), IconBlockquote, () => editor.chain().focus().toggleBlockquote().run()],
    [t('email.link'), IconLink, link],
  ];
  return tools.map(([label, ToolIcon, use]) => (
    <ActionIcon
      key={label}
      data-tip={label}
      variant="subtle"
      color="gray"
      size={30}
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={use}
    >
      <ToolIcon size={17} stroke={1.6} />
    </ActionIcon>
  ));
}
