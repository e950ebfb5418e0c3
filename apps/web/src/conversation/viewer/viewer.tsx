import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { ActionIcon, Modal, UnstyledButton } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconFile,
  IconMessage,
  IconMusic,
  IconRotateClockwise,
  IconVideo,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { GalleryItem } from '@parley/contracts/api/gallery';
import { useUsersById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import { galleryQuery, keyOf, save, shownAs } from './files';
import { Stage } from './stage';
import classes from './viewer.module.css';
import type { Viewing } from './viewing';

const zooms = [0.5, 0.75, 1, 1.5, 2, 3, 4, 6];
const UNZOOMED = zooms.indexOf(1);
/** Minimum horizontal distance in px of a swipe to the next file. */
const SWIPE = 60;

/** Shows a file over the whole page, with buttons for the previous and the next file of the conversation. */
export function Viewer({ viewing: shown }: { viewing: Extract<Viewing, { shows: 'file' }> }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const { conversation, kind, store } = useOpenConversation();
  const { server } = kind.conversations;
  const { goTo } = kind.usePlace();
  const users = useUsersById();
  const { data } = useQuery(galleryQuery(kind.conversations, store.id, shown.of));
  const items = useMemo(() => [...(data?.items ?? [])].reverse(), [data]);
  const here = items.findIndex((item) => keyOf(item) === keyOf(shown));
  const item: Pick<GalleryItem, 'messageId' | 'asset'> & Partial<GalleryItem> = items[here] ?? shown;
  const { asset, messageId } = item;
  const name = asset.fileName ?? t(`asset.${asset.category}`);
  const url = store.uploads.localUrlOf(asset.id) ?? server.fileUrl(messageId, asset.id);
  // Zoom and rotation are reset for every file, even when the user returns to an earlier one.
  const [turned, setTurned] = useState({ key: keyOf(item), zoom: UNZOOMED, quarters: 0 });
  const { zoom, quarters } = turned.key === keyOf(item) ? turned : { zoom: UNZOOMED, quarters: 0 };
  const turn = (change: Partial<typeof turned>) => setTurned({ zoom, quarters, ...change, key: keyOf(item) });

  const close = () => store.viewing.set(null);
  const go = (by: number) => {
    const next = items[here + by];
    if (next) store.viewing.set({ ...shown, messageId: next.messageId, asset: next.asset });
  };
  const zoomBy = (by: number) => turn({ zoom: Math.min(Math.max(zoom + by, 0), zooms.length - 1) });
  const goToMessage = () => {
    close();
    goTo(messageId);
  };
  const download = () => save(url, asset.fileName ?? '');
  const isElsewhere = item.chatId !== undefined && item.chatId !== store.id;

  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    '+': () => zoomBy(1),
    '=': () => zoomBy(1),
    '-': () => zoomBy(-1),
    '0': () => turn({ zoom: UNZOOMED, quarters: 0 }),
    r: () => turn({ quarters: quarters + 1 }),
    g: () => !isElsewhere && goToMessage(),
    d: download,
  };

  // Loads the neighbouring images in advance.
  useEffect(() => {
    for (const near of [items[here + 1], items[here - 1]]) {
      if (near && shownAs(near.asset) === 'picture')
        new Image().src = server.fileUrl(near.messageId, near.asset.id);
    }
  }, [items, here, server]);

  const swipeFrom = useRef<number | null>(null);
  const onPointerUp = ({ clientX }: PointerEvent) => {
    const moved = swipeFrom.current === null ? 0 : clientX - swipeFrom.current;
    swipeFrom.current = null;
    if (zoom === UNZOOMED && Math.abs(moved) > SWIPE) go(moved < 0 ? 1 : -1);
  };

  const sender =
    item.direction === undefined
      ? null
      : item.direction === 'in'
        ? conversation.name
        : (users.get(item.createdById ?? '')?.displayName ?? t('viewer.us'));
  const canTurn = ['picture', 'pdf'].includes(shownAs(asset) ?? '');
  return (
    <Modal
      opened
      fullScreen
      onClose={close}
      withCloseButton={false}
      padding={0}
      transitionProps={{ duration: 120 }}
      classNames={{ content: classes.content, body: classes.body }}
      attributes={{
        content: { 'aria-label': t('viewer.label', { name }), 'data-mantine-color-scheme': 'dark' },
      }}
      onKeyDown={(event) => {
        const { target } = event;
        if (event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLMediaElement) return;
        const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (!act) return;
        event.preventDefault();
        act();
      }}
    >
      <header className={classes.bar}>
        <div className={classes.what}>
          <h2 className={classes.name}>{name}</h2>
          <span className={classes.who}>
            {[sender, item.time && full(item.time)].filter(Boolean).join(' · ')}
          </span>
        </div>
        {here >= 0 && (
          <span className={classes.count} aria-live="polite">
            {t(data?.isCut ? 'viewer.countOfMore' : 'viewer.count', {
              number: here + 1,
              total: items.length,
            })}
          </span>
        )}
        <div className={classes.tools} role="toolbar" aria-label={t('viewer.tools')}>
          {canTurn && (
            <>
              <Tool label={t('viewer.zoomOut')} stroke="−" icon={IconZoomOut} onClick={() => zoomBy(-1)} />
              <Tool label={t('viewer.zoomIn')} stroke="+" icon={IconZoomIn} onClick={() => zoomBy(1)} />
              <Tool label={t('viewer.rotate')} stroke="R" icon={IconRotateClockwise} onClick={keys.r!} />
            </>
          )}
          {!isElsewhere && (
            <Tool label={t('viewer.goToMessage')} stroke="G" icon={IconMessage} onClick={goToMessage} />
          )}
          <Tool label={t('viewer.download')} stroke="D" icon={IconDownload} onClick={download} />
          <Tool label={t('viewer.close')} stroke="Esc" icon={IconX} onClick={close} />
        </div>
      </header>
      <div
        className={classes.stage}
        onPointerDown={({ clientX, pointerType }) => {
          swipeFrom.current = pointerType === 'touch' ? clientX : null;
        }}
        onPointerUp={onPointerUp}
      >
        <Stage
          key={keyOf(item)}
          messageId={messageId}
          asset={asset}
          name={name}
          url={url}
          zoom={zooms[zoom]!}
          quarters={quarters}
          onDownload={download}
        />
        {here > 0 && (
          <ActionIcon
            className={classes.side}
            data-side="previous"
            size={44}
            radius="xl"
            aria-label={t('viewer.previous')}
            onClick={() => go(-1)}
          >
            <IconChevronLeft />
          </ActionIcon>
        )}
        {here >= 0 && here < items.length - 1 && (
          <ActionIcon
            className={classes.side}
            data-side="next"
            size={44}
            radius="xl"
            aria-label={t('viewer.next')}
            onClick={() => go(1)}
          >
            <IconChevronRight />
          </ActionIcon>
        )}
      </div>
      {items.length > 1 && <Filmstrip items={items} here={here} onChoose={(index) => go(index - here)} />}
    </Modal>
  );
}

interface ToolProps {
  label: string;
  stroke: string;
  icon: typeof IconX;
  onClick: () => void;
}

function Tool({ label, stroke, icon: Icon, onClick }: ToolProps) {
  return (
    <ActionIcon
      data-tip={`${label} · ${stroke}`}
      size={36}
      variant="subtle"
      color="gray"
      aria-label={label}
      onClick={onClick}
    >
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  );
}

const icons = { film: IconVideo, sound: IconMusic, picture: IconFile, pdf: IconFile, text: IconFile };

function Filmstrip({
  items,
  here,
  onChoose,
}: {
  items: GalleryItem[];
  here: number;
  onChoose: (index: number) => void;
}) {
  const { t } = useTranslation();
  const { server } = useOpenConversation().kind.conversations;
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [here]);
  return (
    <nav className={classes.strip} aria-label={t('viewer.strip')}>
      {items.map((item, index) => {
        const { asset, messageId } = item;
        const name = asset.fileName ?? t(`asset.${asset.category}`);
        const shown = shownAs(asset);
        const Icon = icons[shown ?? 'text'];
        return (
          <UnstyledButton
            key={keyOf(item)}
            ref={index === here ? current : undefined}
            className={classes.thumb}
            aria-label={name}
            aria-current={index === here || undefined}
            onClick={() => onChoose(index)}
          >
            {shown === 'picture' && asset.state === 'stored' ? (
              <img src={server.fileUrl(messageId, asset.id)} alt="" loading="lazy" decoding="async" />
            ) : (
              <Icon size={22} stroke={1.4} aria-hidden />
            )}
          </UnstyledButton>
        );
      })}
    </nav>
  );
}
