import { useEffect, useState } from 'react';
import { ActionIcon, EmptyState, TextInput } from '@mantine/core';
import { IconNote, IconPaperclip, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { MessageHit } from '@parley/contracts/api/search';
import { MAX_QUERY_LENGTH } from '@parley/contracts/api/search-limit';
import { useChannelsById, useUsersById } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useAddress, useGo } from '../address';
import { FoundColumn, FoundRows } from '../found/found-column';
import classes from '../found/found.module.css';
import { clearMarks, markInThread } from './mark-in-thread';
import { MarkedText } from './marked-text';
import { noteSearch } from './recent';
import { allHitsQuery, isAskable } from './search-query';
import { SearchNotice } from './search-notice';
import { useOpenHit } from './use-open-hit';
import { useWhen } from './use-when';

/** Column with all results of a search, in place of the list. */
export default function HitsColumn({ find }: { find: string }) {
  const { t } = useTranslation();
  const go = useGo();
  const { entry } = useAddress();
  const openHit = useOpenHit();
  const query = useInfiniteQuery(allHitsQuery(find));
  const pages = query.data?.pages ?? [];
  const hits = pages.flatMap(({ messages }) => messages);

  // The found words are also marked if the page was opened with the URL of a hit.
  const hit = hits.find(({ id }) => id === entry);
  useEffect(() => {
    if (hit) markInThread(hit.id, hit.found);
  }, [hit]);

  // Marks are not cleared on unmount, because on a narrow screen the thread replaces this column.
  const close = () => {
    clearMarks();
    go({ find: undefined });
  };
  return (
    <FoundColumn
      label={t('search.results')}
      header={<SearchField find={find} onSearch={(text) => go({ find: text, chatId: null })} />}
      closeLabel={t('search.close')}
      onClose={close}
    >
      <SearchNotice
        pills={[]}
        text={`${find} `}
        response={pages[0]}
        onRemove={() => undefined}
        onMeant={(text) => go({ find: text, chatId: null })}
      />
      <FoundRows
        label={t('search.messages')}
        query={query}
        rows={hits}
        idOf={({ id }) => id}
        openId={entry}
        onOpen={openHit}
        onClose={close}
        failed={t('search.failed')}
        nothing={
          <EmptyState
            size="sm"
            icon={<IconSearchOff stroke={1.4} />}
            title={t('search.nothing')}
            description={t('search.nothingHint')}
          />
        }
      >
        {hits.map((one) => (
          <Hit key={one.id} hit={one} isOpen={one.id === entry} onOpen={() => openHit(one)} />
        ))}
      </FoundRows>
    </FoundColumn>
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
        maxLength={MAX_QUERY_LENGTH}
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
        data-row={hit.id}
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
