import { Suspense, useRef, type KeyboardEvent } from 'react';
import { Button, Textarea } from '@mantine/core';
import { IconAt, IconLock } from '@tabler/icons-react';
import { NOTE_LIMIT } from '@parley/contracts/api/note-limit';
import { useCell } from '../../lib/cell';
import { useMe, useSetting } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { useStable } from '../../lib/use-stable';
import { useOpenConversation, type Named, type Naming } from '../conversation';
import { strokeText } from '../keyboard/key-names';
import classes from './composer.module.css';
import { SuggestionButton } from './composer-tools';
import { DraftConflict } from './draft-conflict';
import { sendKey } from './keys';
import type { Suggestions } from './suggestions';
import { useSuggestions } from './use-suggestions';
import { lazyPart } from '../../lib/lazy-part';

const SuggestionList = lazyPart(() => import('./suggestion-list'), { shape: 'none' });

const noLists: readonly Suggestions[] = [];
const nobody: Named = { mentions: { userIds: [], teamIds: [] }, told: [], hidden: [] };
const useNobody = () => nobody;

/** Field for a note that only colleagues read. Available even if the agent cannot reply. */
export function NoteEditor({ naming }: { naming?: Naming }) {
  const { t } = useTranslation();
  const { conversation, store } = useOpenConversation();
  const { id, name } = conversation;
  const draft = store.drafts.note;
  const { id: userId } = useMe().user;
  const enterToSend = useSetting('enterToSend') === '1';
  const text = useCell(draft.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const lists = naming ? [naming.suggestions] : noLists;
  const suggestions = useSuggestions(field, { id, text, draft, lists });
  const beginSuggestion = useStable(suggestions.begin);
  // `useNamed` stays the same hook while this component is mounted, because its conversations are all of one kind.
  const useNamed = naming?.useNamed ?? useNobody;
  const { mentions, told, hidden } = useNamed(text);

  const submit = () => {
    if (text.trim() === '') return;
    const isAsking = mentions.userIds.length + mentions.teamIds.length > 0;
    const asked = isAsking ? { mentions } : {};
    store.send({ userId, name }, { text: text.trim() }, { kind: 'note', ...asked, ...draft.take() });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (suggestions.takesKey(event)) return;
    if (event.key === 'Escape') return event.currentTarget.blur();
    const { isComposing } = event.nativeEvent;
    if (sendKey({ ...event, isComposing, keyCode: event.keyCode }, enterToSend) === null) return;
    event.preventDefault();
    submit();
  };

  return (
    <div className={classes.editor} data-note>
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
      <DraftConflict kind="note" />
      <Textarea
        key={id}
        ref={field}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={NOTE_LIMIT}
        aria-label={t('note.label', { name })}
        placeholder={t('note.placeholder')}
        value={text}
        onChange={(event) => {
          draft.type(event.currentTarget.value);
          suggestions.track();
        }}
        onSelect={suggestions.track}
        onBlur={() => {
          suggestions.close();
          draft.leave();
        }}
        onKeyDown={onKeyDown}
        {...suggestions.aria}
        classNames={{ input: classes.input }}
      />
      {(told.length > 0 || hidden.length > 0) && (
        <div className={classes.named} role="status">
          {told.length > 0 && <span>{t('note.tells', { names: told.join(', ') })}</span>}
          {hidden.length > 0 && <strong>{t('note.hidden', { names: hidden.join(', ') })}</strong>}
        </div>
      )}
      <div className={classes.tools}>
        {naming && (
          <SuggestionButton trigger="@" label={naming.suggestions.label} icon={at} onOpen={beginSuggestion} />
        )}
        <span className={classes.private}>
          <IconLock size={14} aria-hidden /> {t('note.private')}
        </span>
        <div className={classes.space} />
        <Button
          data-tip={strokeText(enterToSend ? 'Enter' : '⌘ Enter')}
          size="compact-md"
          disabled={text.trim() === ''}
          onClick={submit}
          className={classes.send}
        >
          {t('note.add')}
        </Button>
      </div>
    </div>
  );
}

const at = <IconAt size={18} stroke={1.6} />;
