import { useState, type KeyboardEvent } from 'react';
import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ContactResponse, InternalComment } from '@parley/contracts/api/contacts';
import { COMMENT_LENGTH } from '@parley/contracts/rules/contact-rules';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { useUsersById } from '../../../lib/directory';
import { useFormats } from '../../../lib/format';
import { createKeyedStore, useKeyed } from '../../../lib/keyed-store';
import { toastFailure } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import { isPending, useAddComment, useChangeComment, useRemoveComment } from '../api/contact';
import { useViewer } from '../viewer';
import classes from './contact-panel.module.css';

/** Typed comments that were not added yet, by contact id. */
const unsaid = createKeyedStore('');

/** Internal comments of colleagues about a contact. */
export function ContactComments({ contact }: { contact: ContactResponse }) {
  return (
    <>
      <ul className={classes.comments}>
        {contact.internalComments.map((comment) => (
          <Comment key={comment.id} contactId={contact.id} comment={comment} />
        ))}
      </ul>
      <AddComment contactId={contact.id} />
    </>
  );
}

function AddComment({ contactId }: { contactId: string }) {
  const { t } = useTranslation();
  const add = useAddComment(contactId);
  const text = useKeyed(unsaid, contactId);
  const submit = async () => {
    const comment = text.trim();
    if (comment === '') return;
    unsaid.set(contactId, '');
    try {
      await add.mutateAsync(comment);
    } catch (error) {
      // Puts the refused comment back before text that was typed in the meantime.
      unsaid.update(contactId, (later) => [comment, later].filter(Boolean).join('\n'));
      toastFailure(error, t('panel.notAdded'));
    }
  };
  return (
    <div className={classes.form}>
      <Textarea
        size="xs"
        autosize
        minRows={1}
        maxRows={8}
        aria-label={t('panel.addComment')}
        placeholder={t('panel.addComment')}
        maxLength={COMMENT_LENGTH}
        value={text}
        onChange={(event) => unsaid.set(contactId, event.currentTarget.value)}
        onKeyDown={(event) => isSubmit(event) && void submit()}
        data-mantine-stop-propagation
      />
      {text.trim() !== '' && (
        <div className={classes.buttons}>
          <Button size="compact-sm" variant="light" onClick={() => void submit()}>
            {t('panel.add')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Comment({ contactId, comment }: { contactId: string; comment: InternalComment }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const { userId } = useViewer();
  const change = useChangeComment(contactId);
  const remove = useRemoveComment(contactId);
  const [typed, setTyped] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const author = useUsersById().get(comment.userId)?.displayName ?? t('event.somebody');
  const isOwn = comment.userId === userId && !isPending(comment);
  const submit = async () => {
    const text = typed?.trim() ?? '';
    if (text === '') return;
    setTyped(null);
    if (text === comment.comment) return;
    try {
      await change.mutateAsync({ id: comment.id, comment: text });
    } catch (error) {
      setTyped(text);
      toastFailure(error, t('panel.notChanged'));
    }
  };
  return (
    <li className={classes.comment} data-pending={isPending(comment) || undefined}>
      <div className={classes.commentHead}>
        <PersonAvatar name={author} size={18} />
        <span className={classes.author}>{author}</span>
        <time dateTime={comment.createdAt} title={full(comment.createdAt)}>
          {full(comment.createdAt)}
        </time>
      </div>
      {typed === null ? (
        <p className={classes.commentText}>
          {comment.comment}
          {comment.changedAt && <span className={classes.edited}> · {t('thread.edited')}</span>}
        </p>
      ) : (
        <div className={classes.form}>
          <Textarea
            size="xs"
            autosize
            autoFocus
            maxRows={12}
            aria-label={t('panel.changeComment')}
            maxLength={COMMENT_LENGTH}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (isSubmit(event)) void submit();
              if (event.key === 'Escape') setTyped(null);
            }}
            data-mantine-stop-propagation
          />
          <div className={classes.buttons}>
            <Button
              size="compact-sm"
              variant="light"
              disabled={typed.trim() === ''}
              onClick={() => void submit()}
            >
              {t('panel.save')}
            </Button>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setTyped(null)}>
              {t('common.cancel')}
            </Button>
          </div>
        </div>
      )}
      {isAsking && (
        <div className={classes.buttons} role="group" aria-label={t('panel.removeCommentAsk')}>
          <span className={classes.ask}>{t('panel.removeCommentAsk')}</span>
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            autoFocus
            onClick={() => {
              setAsking(false);
              remove.mutate(comment.id, { onError: (error) => toastFailure(error, t('panel.notRemoved')) });
            }}
          >
            {t('panel.remove')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAsking(false)}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
      {isOwn && typed === null && !isAsking && (
        <div className={classes.commentActions}>
          <ActionIcon
            size="sm"
            aria-label={t('panel.changeComment')}
            onClick={() => setTyped(comment.comment)}
          >
            <IconPencil size={14} />
          </ActionIcon>
          <ActionIcon size="sm" aria-label={t('panel.removeComment')} onClick={() => setAsking(true)}>
            <IconTrash size={14} />
          </ActionIcon>
        </div>
      )}
    </li>
  );
}

function isSubmit(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !event.nativeEvent.isComposing;
}
