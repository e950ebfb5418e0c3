import {
  Suspense,
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
} from 'react';
import { Button, Textarea } from '@mantine/core';
import { DRAFT_LENGTH } from '@parley/contracts/api/draft-limit';
import { MAX_ATTACHMENTS } from '@parley/contracts/rules/most-attachments';
import { isTooLong } from '@parley/contracts/rules/text-limit';
import { fillVariables, unresolvedVariables } from '@parley/contracts/rules/variables';
import { useCell } from '../../lib/cell';
import { useMe, useSetting } from '../../lib/me';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useStable } from '../../lib/use-stable';
import { useOpenConversation, type Offers } from '../conversation';
import { useOfConversation } from '../use-of-conversation';
import classes from './composer.module.css';
import { composerTools } from './composer-tool';
import { AttachButton, RecordButton, SendButton, SuggestionButton } from './composer-tools';
import { Counter } from './counter';
import { DraftConflict } from './draft-conflict';
import { sendKey } from './keys';
import { Quoted } from './quoted';
import type { Suggestions } from './suggestions';
import { isCommand } from './trigger';
import { FailedUploads, UploadChips } from './upload-chips';
import { useSuggestions } from './use-suggestions';
import { lazyPart } from '../../lib/lazy-part';

const SendLater = lazyPart(() => import('./send-later'), { shape: 'card' });
const VoiceRecorder = lazyPart(() => import('../voice/voice-recorder'), { shape: 'card' });
const SuggestionList = lazyPart(() => import('./suggestion-list'), { shape: 'none' });

/** Whether the browser can record audio; over plain HTTP and in old browsers it has no microphone API. */
const mayRecord = 'MediaRecorder' in globalThis && !!navigator.mediaDevices;

const noLists: readonly Suggestions[] = [];

/** Field for the text and files of the next message. The text is a draft until it is sent. */
export function Editor({ offers }: { offers: Offers }) {
  const { t } = useTranslation();
  const { id: userId } = useMe().user;
  const open = useOpenConversation();
  const { conversation, store } = open;
  const { id, name } = conversation;
  const { uploads, quoted } = store;
  const { medium, fileLimit, variables, suggestions: lists = noLists } = offers;
  const draft = store.drafts.reply;
  const enterToSend = useSetting('enterToSend') === '1';
  const text = useCell(draft.text);
  const files = useCell(uploads.items);
  const field = useRef<HTMLTextAreaElement>(null);
  const tools = useCell(composerTools);
  const [isDropping, setDropping] = useState(false);
  const suggestions = useSuggestions(field, { id, text, draft, lists });
  const answered = useCell(quoted);
  useEffect(() => {
    if (answered) field.current?.focus();
  }, [answered]);

  const filled = variables ? fillVariables(text.trim(), variables) : text.trim();
  const unresolved = variables && unresolvedVariables(filled)[0];
  const assets = files.flatMap(({ asset }) => (asset ? [asset] : []));
  const isReady =
    assets.length === files.length &&
    !(medium && isTooLong(medium, filled)) &&
    (filled !== '' || assets.length > 0);

  const [asked, setAsked] = useOfConversation<{ text: string; thenArchive: boolean } | null>(id, null);
  const question = lists.find(({ asksAbout, trigger }) => asksAbout && isCommand(filled, trigger))?.asksAbout;
  const [isDelaying, setDelaying] = useOfConversation(id, false);
  const [isRecording, setRecording] = useOfConversation(id, false);
  const record = useStable(() => setRecording(true));
  const dispatch = (thenArchive: boolean, sendAt?: string) => {
    setAsked(null);
    const attachments = assets.length > 0 ? assets.map((asset) => asset.id) : undefined;
    const content = { text: filled || undefined, attachments, replyTo: answered?.id };
    const delay = sendAt ? { sendAt } : { holdForSeconds: offers.holdForSeconds };
    const sent = store.send({ userId, name }, content, { assets, ...draft.take(), ...delay });
    uploads.clear();
    quoted.set(null);
    if (thenArchive) offers.archive?.(sent);
  };
  const submit = useStable((thenArchive: boolean) => {
    if (!isReady || (thenArchive && !offers.archive)) return;
    if (unresolved) return selectIn(field.current, unresolved);
    if (question) return setAsked({ text: filled, thenArchive });
    dispatch(thenArchive);
  });
  const sendLater = useStable(() => (unresolved ? selectIn(field.current, unresolved) : setDelaying(true)));
  const add = useStable((added: File[]) => {
    if (!fileLimit) return;
    const left = uploads.add(added, fileLimit);
    if (left > 0) toastMessage(t('composer.tooManyFiles', { count: MAX_ATTACHMENTS }), 'yellow');
    field.current?.focus();
  });
  const beginSuggestion = useStable(suggestions.begin);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (suggestions.takesKey(event)) return;
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
    if (pasted.length === 0 || !fileLimit) return;
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
        setDropping(fileLimit !== undefined);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={onDrop}
    >
      {suggestions.open && (
        <Suspense>
          <SuggestionList
            key={suggestions.open.list.trigger}
            from={suggestions.open.list}
            search={suggestions.open.search}
            keys={suggestions.keys}
            onActive={suggestions.setActive}
            onChoose={suggestions.choose}
          />
        </Suspense>
      )}
      <Quoted />
      <UploadChips uploads={uploads} />
      <FailedUploads uploads={uploads} />
      <DraftConflict kind="reply" />
      <Textarea
        // Each conversation has its own field, so that the browser's undo cannot bring back text of another
        // conversation.
        key={id}
        ref={field}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        aria-label={t('composer.label', { name })}
        placeholder={t(isDropping ? 'composer.drop' : 'composer.placeholder', { name })}
        value={text}
        onChange={(event) => {
          draft.type(event.currentTarget.value);
          suggestions.track();
        }}
        onKeyDown={onKeyDown}
        onSelect={suggestions.track}
        onBlur={() => {
          suggestions.close();
          draft.leave();
        }}
        maxLength={DRAFT_LENGTH}
        {...suggestions.aria}
        onPaste={onPaste}
        classNames={{ input: classes.input }}
      />
      {unresolved && (
        <div className={classes.unresolved} role="status">
          {t('composer.unresolved', { variable: unresolved })}
        </div>
      )}
      {isRecording && (
        <Suspense>
          <VoiceRecorder key={id} onDone={(file) => add([file])} onClose={() => setRecording(false)} />
        </Suspense>
      )}
      {isDelaying && (
        <Suspense>
          <SendLater onChosen={(sendAt) => dispatch(false, sendAt)} onClose={() => setDelaying(false)} />
        </Suspense>
      )}
      {asked && question && asked.text === filled && (
        <div className={classes.asking} role="alert">
          <span>{question(filled)}</span>
          <Button variant="default" size="compact-sm" onClick={() => dispatch(asked.thenArchive)}>
            {t(asked.thenArchive ? 'composer.sendAndArchive' : 'composer.send')}
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setAsked(null)}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
      <div className={classes.tools}>
        {fileLimit && <AttachButton key={id} onFiles={add} />}
        {fileLimit && fileLimit('audio/ogg') > 0 && mayRecord && !isRecording && (
          <RecordButton onRecord={record} />
        )}
        {lists.map(
          ({ trigger, button }) =>
            button && (
              <SuggestionButton key={trigger} trigger={trigger} {...button} onOpen={beginSuggestion} />
            ),
        )}
        {offers.tools}
        {tools.map(({ name, Component }) => (
          <Component key={name} field={field} draft={draft} offers={offers} open={open} />
        ))}
        <div className={classes.space} />
        {medium && <Counter medium={medium} text={offers.signed?.(filled) ?? filled} />}
        <SendButton
          isReady={isReady}
          onSend={submit}
          enterToSend={enterToSend}
          mayArchive={offers.archive !== undefined}
          onSendLater={offers.maySchedule ? sendLater : undefined}
        />
      </div>
    </div>
  );
}

/** Focuses the field and selects `words`, which the writer still has to replace. */
function selectIn(field: HTMLTextAreaElement | null, words: string): void {
  const start = field?.value.indexOf(words) ?? -1;
  field?.focus();
  if (start >= 0) field?.setSelectionRange(start, start + words.length);
}
