import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { EntryAsset } from '@parley/contracts/api/conversations';
import { useCell } from '../../lib/cell';
import { download } from '../../lib/download';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import { playing, rate, rates, seek, setRate, toggle } from './player';
import classes from './voice.module.css';
import { clock, peaksOf } from './waveform';

const BARS = 40;
/** Seconds by which an arrow key seeks. */
const STEP = 5;
/** Maximum file size in bytes for drawing the waveform; a larger file is played without one. */
const MAX_DRAWN = 5_000_000;

interface VoicePlayerProps {
  messageId: string;
  asset: EntryAsset;
  url: string;
  name: string;
  onBroken: () => void;
}

/**
 * Player of a voice message with waveform, position and speed. Playing continues while the user visits other pages.
 */
export default function VoicePlayer({ messageId, asset, url, name, onBroken }: VoicePlayerProps) {
  const { t } = useTranslation();
  const { conversation, kind } = useOpenConversation();
  const now = useCell(playing);
  const speed = useCell(rate);
  const sound = useSound(messageId, asset);
  const [isAsked, setAsked] = useState(false);
  const own = now?.assetId === asset.id ? now : null;
  const length = own?.length || sound?.length || 0;
  const at = own?.at ?? 0;
  const share = length > 0 ? at / length : 0;
  const track = {
    ...{ assetId: asset.id, messageId, chatId: conversation.id, name: conversation.name, url },
    path: `${kind.pathOf?.(conversation.id) ?? location.pathname}?${new URLSearchParams({ entry: messageId })}`,
  };
  const play = () => {
    setAsked(true);
    toggle(track).catch(onBroken);
  };
  const goTo = (seconds: number) => own && seek(Math.min(length, Math.max(0, seconds)));
  const onClick = ({ currentTarget, clientX }: MouseEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (own) goTo(((clientX - left) / width) * length);
    else play();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - STEP, ArrowRight: at + STEP, Home: 0, End: length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(to);
  };
  return (
    <div className={classes.player} role="group" aria-label={name}>
      <ActionIcon
        size={32}
        radius="xl"
        variant="default"
        aria-label={t(own?.isPlaying ? 'voice.pause' : 'voice.play')}
        onClick={play}
      >
        {own?.isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </ActionIcon>
      <span
        className={classes.bars}
        role="slider"
        tabIndex={0}
        aria-label={t('voice.place')}
        aria-valuemin={0}
        aria-valuemax={Math.round(length)}
        aria-valuenow={Math.round(at)}
        aria-valuetext={t('voice.of', { at: clock(at), length: clock(length) })}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {(sound?.peaks ?? flat).map((peak, index) => (
          <i
            key={index}
            data-past={index / BARS < share || undefined}
            style={{ height: `${Math.max(8, peak * 100)}%` }}
          />
        ))}
      </span>
      <span className={classes.time}>{clock(own || isAsked ? at : length)}</span>
      <UnstyledButton
        className={classes.rate}
        aria-label={t('voice.speed', { speed })}
        onClick={() => setRate(rates[(rates.indexOf(speed) + 1) % rates.length]!)}
      >
        {speed}×
      </UnstyledButton>
    </div>
  );
}

const flat: readonly number[] = Array.from({ length: BARS }, () => 0);

/** Waveform and duration in seconds of a file; undefined while it loads or if it cannot be decoded. */
function useSound(messageId: string, { id, size }: EntryAsset) {
  const { server } = useOpenConversation().kind.conversations;
  const path = server.bytesPath?.(messageId, id);
  return useQuery({
    queryKey: ['voice', messageId, id],
    queryFn: async ({ signal }) => {
      const bytes = await (await download(path!, { signal })).arrayBuffer();
      // Decodes without an audio output.
      const decoded = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes);
      return { peaks: peaksOf(decoded.getChannelData(0), BARS), length: decoded.duration };
    },
    enabled: path !== undefined && (size ?? 0) <= MAX_DRAWN,
    staleTime: Infinity,
    retry: false,
  }).data;
}
