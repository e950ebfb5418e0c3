import { ActionIcon, CloseButton } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { useCell } from '../../lib/cell';
import { useTranslation } from '../../lib/translation';
import { playing, stop, toggle } from './player';
import classes from './voice.module.css';
import { clock } from './waveform';

/** Shows the track that is playing, with a link to its conversation, while that conversation is not on the screen. */
export default function PlayingBar() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const now = useCell(playing);
  if (!now || pathname.endsWith(`/${now.chatId}`)) return null;
  return (
    <div className={classes.playing} role="region" aria-label={t('voice.playing')}>
      <ActionIcon
        size={28}
        radius="xl"
        variant="default"
        aria-label={t(now.isPlaying ? 'voice.pause' : 'voice.play')}
        onClick={() => void toggle(now).catch(() => undefined)}
      >
        {now.isPlaying ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />}
      </ActionIcon>
      <Link to={now.path}>{now.name}</Link>
      <span className={classes.time}>{clock(now.at)}</span>
      <CloseButton size="sm" aria-label={t('voice.stop')} onClick={stop} />
    </div>
  );
}
