import { useEffect, useRef, useState } from 'react';
import { ActionIcon, Button, CloseButton, EmptyState, Loader, TextInput } from '@mantine/core';
import { IconNote, IconPaperclip, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { MessageHit } from '@parley/contracts/api/search';
import { LONGEST_QUERY } from '@parley/contracts/api/search-limit';
import { useCommands } from '../../../conversation/keyboard/use-commands';
import { useChannelsById, useUsersById } from '../../../lib/directory';
import { errorText } from '../../../lib/i18n';
import { codeOf } from '../../../lib/problem';
import { useTranslation } from '../../../lib/translation';
import { useAddress, useGo } from '../address';
import classes from './found-column.module.css';
import { clearMarks, markInThread } from './mark-in-thread';
import { MarkedText } from './marked-text';
import { noteSearch } from './recent';
import { allHitsQuery, isAskable } from './search-query';
import { SearchNotice } from './search-notice';
import { useOpenHit } from './use-open-hit';
import { useWhen } from './use-when';

/** All that a search finds, in place of the list. J and K walk through it, Escape brings the list back. */
export default function FoundColumn({ find }: { find: string }) {
  const { t } = useTranslation();
  const go = useGo();
  const { entry } = useAddress();
  const openHit = useOpenHit();
  const list = useRef<HTMLDivElement>(null);
  const found = useInfiniteQuery(allHitsQuery(find));
  const pages = found.data?.pages ?? [];
  const [first] = pages;
  const hits = pages.flatMap(({ messages }) => messages);
  const here = hits.findIndex(({ id }) => id === entry);

  // Somebody came by the address: what was found is marked there, too.
  const hit = hits[here];
  useEffect(() => {
    if (hit) markInThread(hit.id, hit.found);
  }, [hit]);

  const { fetchNextPage, hasNextPage, isFetchingNextPage } = found;
  const more = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  const step = (by: number) => {
    const next = hits[here < 0 ? 0 : here + by];
    if (here + by >= hits.length - 3) more();
    if (!next) return;
    openHit(next);
    list.current?.querySelector(`[data-hit="${next.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  // Not when it goes: on a narrow screen the thread takes its place.
  const close = () => {
    clearMarks();
    go({ find: undefined });
  };
  useCommands({ next: () => step(1), previous: () => step(-1), back: close }, { isFirst: true });

  const isNothing = first !== undefined && hits.length === 0;
  return (
    <section className={classes.column} aria-label={t('search.results')}>
      <header className={classes.header}>
        <SearchField find={find} onSearch={(text) => go({ find: text, chatId: null })} />
        <CloseButton aria-label={t('search.close')} title={`${t('search.close')} · Esc`} onClick={close} />
      </header>
      <SearchNotice
        pills={[]}
        text={`${find} `}
        response={first}
        onRemove={() => undefined}
        onMeant={(text) => go({ find: text, chatId: null })}
      />
      {found.isError && (
        <div className={classes.state} role="alert">
          <EmptyState size="sm" title={t('search.failed')} description={errorText(codeOf(found.error))}>
            <EmptyState.Actions>
              <Button variant="default" size="compact-sm" onClick={() => void found.refetch()}>
                {t('common.retry')}
              </Button>
            </EmptyState.Actions>
          </EmptyState>
        </div>
      )}
      {found.isLoading && (
        <div className={classes.state} role="status" aria-label={t('common.loading')}>
          <Loader size="sm" />
        </div>
      )}
      {isNothing && (
        <div className={classes.state}>
          <EmptyState
            size="sm"
            icon={<IconSearchOff stroke={1.4} />}
            title={t('search.nothing')}
            description={t('search.nothingHint')}
          />
        </div>
      )}
      <div
        ref={list}
        className={classes.hits}
        role="list"
        aria-label={t('search.messages')}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < 400) more();
        }}
      >
        {hits.map((one) => (
          <Hit key={one.id} hit={one} isOpen={one.id === entry} onOpen={() => openHit(one)} />
        ))}
        {isFetchingNextPage && <Loader size="xs" m="auto" my={8} />}
      </div>
    </section>
  );
}

function SearchField({ find, onSearch }: { find: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(find);
  const [shown, setShown] = useState(find);
  if (shown !== find) {
    setShown(find);
    setTyped(find);
  }
  return (
    <form
      role="search"
      className={classes.field}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAskable(typed)) return;
        noteSearch(typed);
        onSearch(typed.trim());
      }}
    >
      <TextInput
        type="search"
        size="sm"
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={
          typed !== find && (
            <ActionIcon type="submit" size="sm" aria-label={t('search.search')}>
              <IconSearch size={14} />
            </ActionIcon>
          )
        }
        maxLength={LONGEST_QUERY}
        aria-label={t('search.field')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  );
}

function Hit({ hit, isOpen, onOpen }: { hit: MessageHit; isOpen: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  const when = useWhen();
  const author = useUsersById().get(hit.authorId ?? '')?.displayName;
  const channel = useChannelsById().get(hit.channelId)?.name;
  const name = hit.contactName ?? t('search.nameless');
  return (
    <div role="listitem">
      <button
        type="button"
        className={classes.hit}
        data-hit={hit.id}
        data-open={isOpen || undefined}
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <span className={classes.line}>
          <strong>{name}</strong>
          <time dateTime={hit.time}>{when(hit.time)}</time>
        </span>
        <span className={classes.snippet}>
          {hit.kind === 'note' && <IconNote size={14} aria-label={t('search.note')} />}
          <MarkedText {...hit.snippet} />
        </span>
        <span className={classes.line} data-dim>
          <span>{[hit.direction === 'in' ? null : author, channel].filter(Boolean).join(' · ')}</span>
          {hit.files.length > 0 && <IconPaperclip size={13} aria-label={t('search.hasFile')} />}
        </span>
      </button>
    </div>
  );
}
