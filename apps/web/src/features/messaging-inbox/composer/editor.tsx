import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
} from 'react';
import { Button, Textarea } from '@mantine/core';
import type { Chat } from '@parley/contracts/api/conversations';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import { DRAFT_LENGTH } from '@parley/contracts/api/draft-limit';
import { sends } from '@parley/contracts/channels/offers';
import { assetLimit } from '@parley/contracts/events/asset-limit';
import { MOST_ATTACHMENTS } from '@parley/contracts/events/most-attachments';
import { signatureOf, signed } from '@parley/contracts/events/signature';
import { isTooLong } from '@parley/contracts/events/text-limit';
import { fillVariables, unresolvedVariables } from '@parley/contracts/events/variables';
import { useKeyed } from '../../../lib/keyed-store';
import { useMe, useSetting } from '../../../lib/me';
import { toastMessage } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import { useStable } from '../../../lib/use-stable';
import { useOfChat } from '../use-of-chat';
import { useViewer } from '../viewer';
import classes from './composer.module.css';
import { AttachButton, QuickReplyButton, SendButton, TemplateButton } from './composer-tools';
import { Counter } from './counter';
import { DraftConflict } from './draft-conflict';
import { draftKeepers } from './drafts';
import { sendKey } from './keys';
import { Quoted } from './quoted';
import { quoted } from './reply-to';
import { send } from './send';
import { isCommand } from './slash';
import { FailedUploads, UploadChips } from './upload-chips';
import { useUndoable } from './use-undoable';
import { useVariables } from './use-variables';
import { addFiles, clearUploads, uploads } from './uploads';
import { useQuickReplies } from './use-quick-replies';

const QuickReplies = lazy(() => import('./quick-replies'));

const draftKeeper = draftKeepers.reply;

interface EditorProps {
  chat: Chat;
  channel: ChannelResponse;
  archive: () => void;
}

/** Text and files of the next message. What is typed is kept until it is sent. */
export function Editor({ chat, channel, archive }: EditorProps) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const enterToSend = useSetting('enterToSend') === '1';
  const text = useKeyed(draftKeeper.texts, chat.id);
  const files = useKeyed(uploads, chat.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isDropping, setDropping] = useState(false);
  const variables = useVariables(chat);
  const quickReplies = useQuickReplies(chat, field, { text, variables });
  const undoable = useUndoable(chat);
  const answered = useKeyed(quoted, chat.id);
  useEffect(() => {
    if (answered) field.current?.focus();
  }, [answered]);

  const filled = fillVariables(text.trim(), variables);
  const [unresolved] = unresolvedVariables(filled);
  const whole = useSigned(filled, channel);
  const assets = files.flatMap(({ asset }) => (asset ? [asset] : []));
  const isReady =
    assets.length === files.length && !isTooLong(channel, filled) && (filled !== '' || assets.length > 0);

  const [asked, setAsked] = useOfChat<{ text: string; thenArchive: boolean } | null>(chat.id, null);
  const isAsking = asked?.text === filled;
  const dispatch = (thenArchive: boolean) => {
    setAsked(null);
    const attachments = assets.length > 0 ? assets.map(({ id }) => id) : undefined;
    const draft = draftKeeper.take(chat.id);
    const content = { text: filled || undefined, attachments, replyTo: answered?.id };
    const sent = send(chat, userId, content, { assets, ...draft, ...undoable.hold });
    clearUploads(chat.id);
    quoted.set(chat.id, null);
    if (!thenArchive) return;
    archive();
    undoable.offer(sent);
  };
  const submit = useStable((thenArchive: boolean) => {
    if (!isReady) return;
    if (unresolved) return selectIn(field.current, unresolved);
    if (isCommand(filled)) return setAsked({ text: filled, thenArchive });
    dispatch(thenArchive);
  });
  const add = useStable((added: File[]) => {
    const left = addFiles(chat.id, (type) => assetLimit(channel, type), added);
    if (left > 0) toastMessage(t('composer.tooManyFiles', { count: MOST_ATTACHMENTS }), 'yellow');
    field.current?.focus();
  });
  const openQuickReplies = useStable(quickReplies.open);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (quickReplies.takesKey(event)) return;
    if (event.key === 'Escape') return event.currentTarget.blur();
    const key = sendKey(
      { ...event, isComposing: event.nativeEvent.isComposing, keyCode: event.keyCode },
      enterToSend,
    );
    if (key === null) return;
    event.preventDefault();
    submit(key === 'send-and-archive');
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    add(pasted);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDropping(false);
    add([...event.dataTransfer.files]);
  };

  return (
    <div
      className={classes.editor}
      data-dropping={isDropping || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={onDrop}
    >
      {quickReplies.slash && (
        <Suspense>
          <QuickReplies
            search={quickReplies.slash.search}
            keys={quickReplies.keys}
            onActive={quickReplies.setActive}
            onChoose={quickReplies.choose}
          />
        </Suspense>
      )}
      <Quoted chat={chat} />
      <UploadChips chatId={chat.id} files={files} />
      <FailedUploads chatId={chat.id} files={files} />
      <DraftConflict chatId={chat.id} kind="reply" />
      <Textarea
        // Another field, so that undoing in it brings back nothing that was written to somebody else.
        key={chat.id}
        ref={field}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        aria-label={t('composer.label', { name: chat.contact.name })}
        placeholder={t(isDropping ? 'composer.drop' : 'composer.placeholder', { name: chat.contact.name })}
        value={text}
        onChange={(event) => {
          draftKeeper.type(chat.id, event.currentTarget.value);
          quickReplies.track();
        }}
        onKeyDown={onKeyDown}
        onSelect={quickReplies.track}
        onBlur={() => {
          quickReplies.close();
          draftKeeper.leave(chat.id);
        }}
        maxLength={DRAFT_LENGTH}
        {...quickReplies.aria}
        onPaste={onPaste}
        classNames={{ input: classes.input }}
      />
      {unresolved && (
        <div className={classes.unresolved} role="status">
          {t('composer.unresolved', { variable: unresolved })}
        </div>
      )}
      {asked && isAsking && (
        <div className={classes.asking} role="alert">
          <span>{t('composer.noQuickReply', { command: asked.text })}</span>
          <Button variant="default" size="compact-sm" onClick={() => dispatch(asked.thenArchive)}>
            {t(asked.thenArchive ? 'composer.sendAndArchive' : 'composer.send')}
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setAsked(null)}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
      <div className={classes.tools}>
        <AttachButton key={chat.id} onFiles={add} />
        <QuickReplyButton onOpen={openQuickReplies} />
        {sends(channel, 'template') && <TemplateButton />}
        <div className={classes.space} />
        <Counter medium={channel} text={whole} />
        <SendButton isReady={isReady} onSend={submit} enterToSend={enterToSend} />
      </div>
    </div>
  );
}

/** What the server will make of a text: the signature counts, too. */
function useSigned(text: string, channel: ChannelResponse): string {
  const { displayName: name } = useMe().user;
  const signature = signatureOf(useSetting('automaticSignature'), channel.automaticSignature);
  return text === '' ? '' : signed(text, { name, signature, medium: channel });
}

/** Shows where something is still to be written. */
function selectIn(field: HTMLTextAreaElement | null, words: string): void {
  const start = field?.value.indexOf(words) ?? -1;
  field?.focus();
  if (start >= 0) field?.setSelectionRange(start, start + words.length);
}
