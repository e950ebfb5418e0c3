import { useEffect, useRef, useState } from 'preact/hooks';
import type { WebChatInfo } from '@parley/contracts/api/web-chat';
import type { ChatActions } from '../chat';
import type { Say } from '../words';
import { EmojiPicker } from './emoji-picker';
import { Icon } from './icons';

const MAX_FILES = 5;
/** Interval in ms of typing reports. After `STOPPED_MS` without input, typing has stopped. */
const TYPING_AGAIN_MS = 3_000;
const STOPPED_MS = 8_000;

interface ComposerProps {
  info: WebChatInfo;
  actions: Pick<ChatActions, 'send' | 'type'>;
  say: Say;
  isFocused: boolean;
}

export function Composer({ info, actions, say, isFocused }: ComposerProps) {
  const [text, setText] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const [isPicking, setPicking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const noteTyping = useTyping((isTyping) => actions.type(isTyping));
  const tooMany = text.trim().length - info.longestText;
  const canSend = tooMany <= 0 && (text.trim() !== '' || files.length > 0);

  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  useEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.setProperty('height', 'auto');
    area.style.setProperty('height', `${Math.min(area.scrollHeight, 120)}px`);
  }, [text]);

  const send = () => {
    if (!canSend) return;
    noteTyping(false);
    actions.send(text, files);
    setText('');
    setFiles([]);
    setFault(null);
    field.current?.focus();
  };
  const add = (given: FileList | null | undefined) => {
    const chosen = [...(given ?? [])];
    const tooLarge = chosen.find(({ size }) => size > info.largestFile);
    const size = Math.floor(info.largestFile / 1024 / 1024);
    setFault(tooLarge ? say('tooLarge', { name: tooLarge.name, size }) : null);
    setFiles(
      [...files, ...chosen.filter((file) => file !== tooLarge && file.size <= info.largestFile)].slice(
        0,
        MAX_FILES,
      ),
    );
  };
  const insert = (emoji: string) => {
    const area = field.current;
    const at = area?.selectionStart ?? text.length;
    setText(text.slice(0, at) + emoji + text.slice(area?.selectionEnd ?? at));
    setPicking(false);
    area?.focus();
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {isPicking && (
        <EmojiPicker
          onPick={insert}
          onClose={() => {
            setPicking(false);
            field.current?.focus();
          }}
        />
      )}
      {files.length > 0 && (
        <ul class="files">
          {files.map((file) => (
            <li key={file.name}>
              <span>{file.name}</span>
              <button
                type="button"
                class="tool"
                aria-label={say('remove', { name: file.name })}
                onClick={() => setFiles(files.filter((other) => other !== file))}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {(fault !== null || tooMany > 0) && (
        <p class="wrong" role="alert">
          {fault ?? say('tooLong', { count: tooMany })}
        </p>
      )}
      <textarea
        ref={field}
        rows={1}
        value={text}
        aria-label={say('message')}
        placeholder={say('message')}
        dir="auto"
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          noteTyping(currentTarget.value !== '');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
        onPaste={(event) => {
          if (!event.clipboardData?.files.length) return;
          event.preventDefault();
          add(event.clipboardData.files);
        }}
      />
      <div class="tools">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            add(currentTarget.files);
            currentTarget.value = '';
          }}
        />
        <button type="button" class="tool" aria-label={say('attach')} onClick={() => picker.current?.click()}>
          <Icon name="clip" />
        </button>
        <button
          type="button"
          class="tool"
          aria-label={say('emoji')}
          aria-expanded={isPicking}
          onClick={() => setPicking(!isPicking)}
        >
          <Icon name="smile" />
        </button>
        <button type="submit" class="send" aria-label={say('send')} disabled={!canSend}>
          <Icon name="send" size={18} />
        </button>
      </div>
    </form>
  );
}

/**
 * @returns a function to call on input: reports repeatedly that the visitor is typing, and finally that typing has
 * stopped
 */
function useTyping(tell: (isTyping: boolean) => void): (isTyping: boolean) => void {
  const told = useRef(0);
  const stopping = useRef<ReturnType<typeof setTimeout>>(undefined);
  const note = (isTyping: boolean) => {
    clearTimeout(stopping.current);
    if (!isTyping) {
      if (told.current > 0) tell(false);
      told.current = 0;
      return;
    }
    stopping.current = setTimeout(() => note(false), STOPPED_MS);
    if (Date.now() - told.current < TYPING_AGAIN_MS) return;
    told.current = Date.now();
    tell(true);
  };
  return note;
}
