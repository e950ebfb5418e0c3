import { useState } from 'react';
import { Button, Checkbox } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { AttachButton } from '../../../conversation/composer/composer-tools';
import type { Uploads } from '../../../conversation/composer/uploads';
import { useTranslation } from '../../../lib/translation';
import { useVariables } from '../composer/use-variables';
import classes from '../email/mail-editor.module.css';
import { PeopleField } from '../email/people-field';
import { QuickReplyMenu } from '../email/quick-reply-menu';
import { Looks, RichText } from '../email/rich-text';
import { Signature } from '../email/signature';
import { SubjectField } from '../email/subject-field';
import { isWrong } from '../email/typed-people';
import { usePictures } from '../email/use-pictures';
import { htmlOfWords } from '../email/written-html';
import { contactOf, type Addressee, type WrittenMail } from './start-values';

interface FirstMailProps {
  to: Addressee | null;
  mail: WrittenMail;
  /** HTML of the user's signature for the mailbox; undefined if there is none. */
  signature: string | undefined;
  uploads: Uploads;
  onChange: (changes: Partial<WrittenMail>) => void;
  onFiles: (files: File[]) => void;
  onSubmit: () => void;
}

/** Form for the e-mail that begins a conversation: copy recipients, subject and formatted text. */
export default function FirstMail({ to, mail, signature, uploads, ...on }: FirstMailProps) {
  const { t } = useTranslation();
  const [editor, setEditor] = useState<Editor | null>(null);
  const [showsCopies, setShowsCopies] = useState(false);
  const variables = useVariables({ contact: contactOf(to), contactId: to?.known?.id ?? null });
  const onPictures = usePictures(uploads, editor, on.onFiles);
  const { cc, bcc, subject, html, text, isSigned } = mail;
  const hasCopies = showsCopies || cc.length > 0 || bcc.length > 0;
  const wrong = [...cc, ...bcc].find((person) => isWrong(person));
  return (
    <div className={classes.first}>
      <div className={classes.fields}>
        {hasCopies && (
          <>
            <PeopleField
              label={t('email.cc')}
              people={cc}
              onChange={(people) => on.onChange({ cc: people })}
            />
            <PeopleField
              label={t('email.bcc')}
              people={bcc}
              onChange={(people) => on.onChange({ bcc: people })}
            />
          </>
        )}
        <div className={classes.row}>
          <SubjectField subject={subject} onChange={(changed) => on.onChange({ subject: changed })} />
          {!hasCopies && (
            <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setShowsCopies(true)}>
              {t('email.showCc')}
            </Button>
          )}
        </div>
      </div>
      <RichText
        label={t('starting.message')}
        html={html ?? htmlOfWords(text)}
        of="first"
        onChange={(looks, words) => on.onChange({ html: looks, text: words })}
        onReady={setEditor}
        onSubmit={on.onSubmit}
        onPictures={onPictures}
      />
      {isSigned && signature && <Signature html={signature} />}
      {wrong && (
        <p className={classes.note} data-wrong role="status">
          {t('email.correctFirst', { address: wrong.address })}
        </p>
      )}
      <div className={classes.tools}>
        <AttachButton onFiles={on.onFiles} />
        {editor && <Looks editor={editor} />}
        <QuickReplyMenu editor={editor} variables={variables} />
        {signature && (
          <Checkbox
            size="xs"
            label={t('email.signature')}
            checked={isSigned}
            onChange={(event) => on.onChange({ isSigned: event.currentTarget.checked })}
          />
        )}
      </div>
    </div>
  );
}
