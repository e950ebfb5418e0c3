import { useState } from 'preact/hooks';
import type { VisitorEntry, VisitorFile } from '@parley/contracts/api/web-chat';
import type { Outgoing } from '../chat';
import type { Language, Say } from '../words';
import { Icon } from './icons';
import { linked } from './linked';

interface EntryProps {
  entry: VisitorEntry;
  /** Whether the previous entry has the same author. */
  isContinued: boolean;
  language: Language;
  say: Say;
  onExpired: () => void;
}

export function Entry({ entry, isContinued, language, say, onExpired }: EntryProps) {
  const { by, author, text, files, location, time } = entry;
  const at = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(time));
  return (
    <li class="entry" data-by={by === 'visitor' ? 'visitor' : 'agent'} data-continued={isContinued}>
      {!isContinued && (
        <span class={by === 'visitor' ? 'hidden' : 'author'}>{by === 'visitor' ? say('you') : author}</span>
      )}
      {files.map((file) => (
        <FileOf key={file.id} file={file} say={say} onExpired={onExpired} />
      ))}
      {text && (
        <p class="bubble" dir="auto">
          {linked(text)}
        </p>
      )}
      {location && (
        <a
          class="bubble file"
          target="_blank"
          rel="noopener noreferrer"
          href={`https://www.openstreetmap.org/?mlat=${location.latitude}&mlon=${location.longitude}`}
        >
          {location.name ?? say('location')}
        </a>
      )}
      <span class="time">
        <time dateTime={time}>{at}</time>
        {by === 'visitor' && (
          <span role="img" aria-label={say('sent')} class="tick">
            <Icon name="check" size={13} />
          </span>
        )}
      </span>
    </li>
  );
}

function FileOf({ file, say, onExpired }: { file: VisitorFile; say: Say; onExpired: () => void }) {
  const [isGone, setGone] = useState<string | null>(null);
  const { url, name, category } = file;
  const label = name ?? say('attach');
  if (url === null) {
    return (
      <span class="bubble file" title={say('fileGone')}>
        <Icon name="file" /> {label}
      </span>
    );
  }
  if (category === 'image' && isGone !== url) {
    return (
      <a class="picture" href={url} target="_blank" rel="noopener noreferrer">
        <img
          src={url}
          alt={label}
          loading="lazy"
          onError={() => {
            // The file's URL may have expired, so new URLs are requested, but only once.
            if (isGone === null) onExpired();
            setGone(url);
          }}
        />
      </a>
    );
  }
  return (
    <a class="bubble file" href={url} target="_blank" rel="noopener noreferrer" download={name ?? ''}>
      <Icon name="file" /> <span>{label}</span>
    </a>
  );
}

export function OutgoingEntry({
  message,
  say,
  onRetry,
}: {
  message: Outgoing;
  say: Say;
  onRetry: () => void;
}) {
  return (
    <li class="entry" data-by="visitor" data-state={message.state}>
      {message.files.map((file) => (
        <span key={file.name} class="bubble file">
          <Icon name="file" /> {file.name}
        </span>
      ))}
      {message.text && (
        <p class="bubble" dir="auto">
          {message.text}
        </p>
      )}
      {message.state === 'sending' ? (
        <span class="time" role="img" aria-label={say('sending')}>
          <Icon name="clock" size={13} />
        </span>
      ) : (
        <span class="time wrong" role="alert">
          {say('failed')}{' '}
          <button type="button" class="plain" onClick={onRetry}>
            {say('retry')}
          </button>
        </span>
      )}
    </li>
  );
}
