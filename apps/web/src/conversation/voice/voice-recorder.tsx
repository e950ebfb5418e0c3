import { useEffect, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { createCell, useCell } from '../../lib/cell';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { MAX_SECONDS, Recording, RecordingFailed, type RecordingFault } from './recorder';
import classes from './voice.module.css';
import { clock } from './waveform';

const silence = createCell<readonly number[]>([]);
/** Number of loudness bars shown side by side. */
const BARS = 48;

interface VoiceRecorderProps {
  onDone: (file: File) => void;
  onClose: () => void;
}

/** Records while it is mounted: shows loudness and duration, and buttons to finish and to discard the recording. */
export default function VoiceRecorder({ onDone, onClose }: VoiceRecorderProps) {
  const { t } = useTranslation();
  const recording = useRef<Recording | null>(null);
  const done = useRef<HTMLButtonElement>(null);
  const [levelsOf, setLevelsOf] = useState(silence);
  const [fault, setFault] = useState<RecordingFault | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [isEnding, setEnding] = useState(false);
  const levels = useCell(levelsOf);
  const isOn = levelsOf !== silence;

  useEffect(() => {
    let isGone = false;
    Recording.start().then(
      (started) => {
        if (isGone) return started.discard();
        recording.current = started;
        setLevelsOf(started.levels);
      },
      (error: unknown) => {
        if (!isGone) setFault(error instanceof RecordingFailed ? error.fault : 'failed');
      },
    );
    return () => {
      isGone = true;
      recording.current?.discard();
      recording.current = null;
    };
  }, []);
  useEffect(() => {
    if (!isOn) return;
    done.current?.focus();
    const start = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - start) / 1_000), 200);
    return () => clearInterval(timer);
  }, [isOn]);

  const finish = async () => {
    const ended = recording.current;
    recording.current = null;
    if (!ended) return;
    setEnding(true);
    try {
      onDone(await ended.finish());
    } catch {
      toastMessage(t('voice.failed'), 'red');
    }
    onClose();
  };
  const isOver = seconds >= MAX_SECONDS;
  const finishNow = useRef(finish);
  useEffect(() => void (finishNow.current = finish));
  useEffect(() => {
    if (isOver) void finishNow.current();
  }, [isOver]);

  return (
    <div
      className={classes.recorder}
      role="group"
      aria-label={t('voice.recording')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      {fault ? (
        <span className={classes.fault} role="alert">
          {t(`voice.${fault}`)}
        </span>
      ) : (
        <>
          <IconMicrophone size={18} stroke={1.6} className={classes.on} aria-hidden />
          <span className={classes.time} role="timer">
            {clock(seconds)}
          </span>
          <span className={classes.bars} aria-hidden>
            {Array.from({ length: BARS }, (_, at) => levels[levels.length - BARS + at] ?? 0).map(
              (level, at) => (
                <i key={at} style={{ height: `${Math.max(8, level * 100)}%` }} />
              ),
            )}
          </span>
        </>
      )}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      {!fault && (
        <Button
          ref={done}
          variant="default"
          size="compact-sm"
          disabled={!isOn}
          loading={isEnding}
          onClick={() => void finish()}
        >
          {t('voice.done')}
        </Button>
      )}
    </div>
  );
}
