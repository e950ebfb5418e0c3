import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ActionIcon, Button, CloseButton, Menu, Popover, Skeleton, TextInput } from '@mantine/core';
import {
  IconArrowsSort,
  IconEdit,
  IconFilter,
  IconListCheck as IconSelect,
  IconSearch,
} from '@tabler/icons-react';
import { chatSorts, MAX_KEYWORD_LENGTH, type ChatSort } from '@parley/contracts/api/chat-filters';
import { focusSoon } from '../../../lib/focus-soon';
import { useTranslation } from '../../../lib/translation';
import { useFilter, useGo, useListKey } from '../address';
import { strokeText } from '../../../conversation/keyboard/key-names';
import { useCommands } from '../../../conversation/keyboard/use-commands';
import { beginning } from '../starting/beginning';
import { chipNames } from './filter-chips';
import { useLayout } from '../use-layout';
import classes from './list-tools.module.css';
import { scopeOf, selection, useSelection } from './selection';
import { lazyPart } from '../../../lib/lazy-part';

const FilterPanel = lazyPart(() => import('./filter-panel'));

/** Delay in ms after the last key before a keyword applies. */
const TYPING_MS = 250;

/**
 * Search field, filter button and sort order of a list.
 * @param onGoToHits called with the keyword when the user presses Enter or Arrow down to go to the first hit
 */
export function ListTools({ onGoToHits }: { onGoToHits: (keyword: string) => void }) {
  const { t } = useTranslation();
  const { isNarrow } = useLayout();
  const { filter } = useFilter();
  const key = useListKey();
  const { isOn: isSelecting } = useSelection();
  const [isSearching, setSearching] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const hasField = isSearching || filter.keyword !== undefined;
  const search = () => {
    flushSync(() => setSearching(true));
    focusSoon(() => field.current);
  };
  useCommands({ search });
  const size = isNarrow ? 44 : 28;
  return (
    <>
      <div className={classes.tools}>
        <ActionIcon
          data-tip={`${t('help.command.newConversation')} · C`}
          size={size}
          aria-label={t('help.command.newConversation')}
          onClick={() => beginning.set({})}
        >
          <IconEdit size={16} stroke={1.8} />
        </ActionIcon>
        <ActionIcon
          data-tip={`${t('filter.search')} · /`}
          size={size}
          aria-label={t('filter.search')}
          aria-expanded={hasField}
          onClick={search}
        >
          <IconSearch size={16} stroke={1.8} />
        </ActionIcon>
        {!isNarrow && (
          <ActionIcon
            data-tip={`${t('selection.start')} · X`}
            size={size}
            aria-label={t('selection.start')}
            aria-pressed={isSelecting}
            onClick={() => (isSelecting ? selection.end() : selection.start(scopeOf(key)))}
          >
            <IconSelect size={16} stroke={1.8} />
          </ActionIcon>
        )}
        <FilterButton size={size} />
        <SortMenu size={size} />
      </div>
      {hasField && <KeywordField field={field} onClose={() => setSearching(false)} onGoToHits={onGoToHits} />}
    </>
  );
}

function KeywordField({
  field,
  onClose,
  onGoToHits,
}: {
  field: React.RefObject<HTMLInputElement | null>;
  onClose: () => void;
  onGoToHits: (keyword: string) => void;
}) {
  const { t } = useTranslation();
  const { filter, change } = useFilter();
  const go = useGo();
  const applied = filter.keyword ?? '';
  const [typed, setTyped] = useState(applied);
  const [shown, setShown] = useState(applied);
  // The keyword did not change by typing: the user went back in the browser's history, or cleared the filter.
  if (shown !== applied) {
    setShown(applied);
    if (typed.trim() !== applied) setTyped(applied);
  }

  const latest = useRef(change);
  useEffect(() => void (latest.current = change));
  useEffect(() => {
    if (typed.trim() === applied) return;
    const timer = setTimeout(
      // The whole search is one entry in the browser's history, so that going back does not step through its letters.
      () => latest.current({ keyword: typed }, { replace: applied !== '' }),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, applied]);

  const goToHits = () => {
    const keyword = typed.trim();
    if (keyword !== applied) change({ keyword: typed }, { replace: applied !== '' });
    onGoToHits(keyword);
  };
  const close = () => {
    setTyped('');
    if (applied) change({ keyword: undefined });
    onClose();
  };
  const searchMessages = () => go({ find: typed.trim(), chatId: null });
  return (
    <div className={classes.keyword}>
      <TextInput
        ref={field}
        type="search"
        classNames={{ input: classes.input }}
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={<CloseButton size="sm" aria-label={t('filter.closeSearch')} onClick={close} />}
        maxLength={MAX_KEYWORD_LENGTH}
        aria-label={t('filter.keyword')}
        placeholder={t('filter.keyword')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') {
            event.stopPropagation();
            close();
          } else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && typed.trim()) {
            event.preventDefault();
            searchMessages();
          } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            goToHits();
          }
        }}
      />
      {typed.trim() !== '' && (
        <Button
          data-tip={strokeText('⌘ Enter')}
          variant="subtle"
          size="compact-xs"
          mt={4}
          onClick={searchMessages}
        >
          {t('filter.messages')}
        </Button>
      )}
    </div>
  );
}

function FilterButton({ size }: { size: number }) {
  const { t } = useTranslation();
  const { filter } = useFilter();
  const [isOpen, setOpen] = useState(false);
  const count = chipNames.filter((name) => filter[name] !== undefined).length;
  const label = count > 0 ? t('filter.active', { count }) : t('filter.title');
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width="min(340px, calc(100vw - 16px))"
      shadow="md"
      radius={8}
      trapFocus
      returnFocus
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <ActionIcon
          size={size}
          className={classes.filter}
          data-active={count > 0 || undefined}
          aria-label={label}
          title={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconFilter size={16} stroke={1.8} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter.title')}>
        <Suspense fallback={<Skeleton height={320} />}>
          <FilterPanel />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

function SortMenu({ size }: { size: number }) {
  const { t } = useTranslation();
  const { sortBy } = useListKey();
  const go = useGo();
  const label = t('sort.label', { sort: t(`sort.${sortBy}`) });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={size} aria-label={label} title={label}>
          <IconArrowsSort size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={sortBy} onChange={(sort) => go({ sortBy: sort as ChatSort })}>
          {chatSorts.map((sort) => (
            <Menu.RadioItem key={sort} value={sort} closeMenuOnClick>
              {t(`sort.${sort}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
