import '@mantine/tiptap/styles.layer.css';
import { useEffect, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { SIGNATURE_LIMIT, sizeOfSignature } from '@parley/contracts/rules/signature';
import { LeaveGuard } from '@parley/ui/leave-guard';
import { SaveBar } from '@parley/ui/save-bar';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './account.module.css';
import { saveSignature, signatureQuery } from './signature-api';

interface SignatureFormProps {
  userId: string;
  /** The mailbox with the signature; null: all mailboxes without their own. */
  channelId: string | null;
  html: string;
  onDirty: (isDirty: boolean) => void;
}

/**
 * Editor for a signature, with a preview of the version that the server stored. The server, not the form, removes
 * unsafe markup.
 */
export default function SignatureForm({ userId, channelId, html, onDirty }: SignatureFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [typed, setTyped] = useState(html);
  /**
   * The saved signature in the form in which the editor serialises it, so that a different spelling of the same HTML
   * does not count as a change.
   */
  const [unchanged, setUnchanged] = useState(html);
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: false }), Link],
    content: html,
    shouldRerenderOnTransaction: true,
    editorProps: { attributes: { 'aria-label': t('account.signature'), class: classes.editor ?? '' } },
    onCreate: ({ editor: created }) => {
      setTyped(htmlIn(created));
      setUnchanged(htmlIn(created));
    },
    onUpdate: ({ editor: changed }) => setTyped(htmlIn(changed)),
  });
  const show = (saved: string) => {
    editor.commands.setContent(saved, { emitUpdate: false });
    setTyped(htmlIn(editor));
    setUnchanged(htmlIn(editor));
  };
  const save = useMutation({
    mutationFn: () => saveSignature(userId, channelId, typed),
    onSuccess: ({ html: kept }) => {
      client.setQueryData(signatureQuery(userId, channelId).queryKey, { html: kept });
      show(kept);
      toastMessage(t('account.signatureSaved'));
    },
  });
  const isDirty = typed !== unchanged;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  const size = sizeOfSignature(typed);
  const tooLarge =
    size > SIGNATURE_LIMIT &&
    t('account.signatureSize', { size: Math.ceil(size / 1024), limit: SIGNATURE_LIMIT / 1024 });
  const labels = {
    boldControlLabel: t('account.editor.bold'),
    italicControlLabel: t('account.editor.italic'),
    underlineControlLabel: t('account.editor.underline'),
    strikeControlLabel: t('account.editor.strike'),
    bulletListControlLabel: t('account.editor.bulletList'),
    orderedListControlLabel: t('account.editor.orderedList'),
    linkControlLabel: t('account.editor.link'),
    unlinkControlLabel: t('account.editor.unlink'),
    undoControlLabel: t('account.editor.undo'),
    redoControlLabel: t('account.editor.redo'),
    linkEditorInputLabel: t('account.editor.linkAddress'),
    linkEditorInputPlaceholder: t('account.editor.linkExample'),
    linkEditorExternalLink: t('account.editor.linkExternal'),
    linkEditorInternalLink: t('account.editor.linkInternal'),
    linkEditorSave: t('account.editor.linkSave'),
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!tooLarge) save.mutate();
      }}
    >
      <RichTextEditor editor={editor} mt={12} labels={labels} classNames={{ control: classes.control }}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
      {html !== '' && (
        <>
          <p className={classes.label}>{t('account.preview')}</p>
          {/* Safe, because the server sanitised the HTML before storing it. */}
          <div className={classes.preview} dangerouslySetInnerHTML={{ __html: html }} />
        </>
      )}
      <SaveBar
        isDirty={isDirty}
        isSaving={save.isPending}
        error={tooLarge || (save.error && errorText(codeOf(save.error)))}
        label={t('account.signatureSave')}
        onReset={() => {
          save.reset();
          show(html);
        }}
      />
      <LeaveGuard when={isDirty && !save.isPending} />
    </form>
  );
}

/** The HTML of the editor; empty for the empty paragraph that an editor without text contains. */
function htmlIn(editor: { isEmpty: boolean; getHTML: () => string }): string {
  return editor.isEmpty ? '' : editor.getHTML();
}
