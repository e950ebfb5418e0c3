import { Suspense, useState, type MouseEvent } from 'react';
import { Loader } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconDownload, IconFile, IconFileOff, IconPhotoOff } from '@tabler/icons-react';
import type { EntryAsset } from '@parley/contracts/api/conversations';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import classes from './asset.module.css';
import { lazyPart } from '../../lib/lazy-part';

const VoicePlayer = lazyPart(() => import('../voice/voice-player'));

interface AssetProps {
  messageId: string;
  asset: EntryAsset;
}

/** A file of a message. Its box reserves the file's size before it loads, so nothing moves. */
export function Asset({ messageId, asset }: AssetProps) {
  const { t } = useTranslation();
  const [isBroken, setBroken] = useState(false);
  const reduceMotion = useReducedMotion();
  const name = asset.fileName ?? t(`asset.${asset.category}`);
  const { store, kind } = useOpenConversation();
  const { server } = kind.conversations;
  const view = (event: MouseEvent) => {
    // With a modifier key, the browser opens the link in a new tab or window instead.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    store.viewing.set({ shows: 'file', messageId, asset, of: 'chat' });
  };
  const url = store.uploads.localUrlOf(asset.id) ?? server.fileUrl(messageId, asset.id);

  if (asset.state === 'failed' || isBroken) return <NotThere asset={asset} name={name} />;
  switch (asset.category) {
    case 'image':
    case 'sticker':
      return (
        <Box asset={asset} name={name}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className={classes.fill}
            aria-label={t('asset.open', { name })}
            onClick={view}
          >
            {asset.contentType.startsWith('video/') ? (
              <video
                src={url}
                muted
                loop
                autoPlay={!reduceMotion}
                playsInline
                aria-label={name}
                onError={() => setBroken(true)}
              />
            ) : (
              <img src={url} alt={name} loading="lazy" decoding="async" onError={() => setBroken(true)} />
            )}
          </a>
        </Box>
      );
    case 'video':
      return (
        <Box asset={asset} name={name}>
          <video src={url} controls preload="metadata" aria-label={name} onError={() => setBroken(true)} />
        </Box>
      );
    case 'audio':
    case 'voice':
      return (
        <Box asset={asset} name={name}>
          <Suspense>
            <VoicePlayer {...{ messageId, asset, url, name }} onBroken={() => setBroken(true)} />
          </Suspense>
        </Box>
      );
    case 'document':
      return <Document asset={asset} name={name} url={url} onView={view} />;
  }
}

function Box({ asset, name, children }: { asset: EntryAsset; name: string; children: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.box} data-category={asset.category}>
      {asset.state === 'pending' ? (
        <span className={classes.pending} role="status" aria-label={t('asset.pending', { name })}>
          <Loader size="xs" color="gray" />
        </span>
      ) : (
        children
      )}
    </div>
  );
}

interface DocumentProps {
  asset: EntryAsset;
  name: string;
  url: string;
  onView: (event: MouseEvent) => void;
}

function Document({ asset, name, url, onView }: DocumentProps) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  const isPending = asset.state === 'pending';
  const card = (
    <>
      {isPending ? <Loader size={18} color="gray" /> : <IconFile size={20} stroke={1.5} aria-hidden />}
      <span className={classes.fileName}>{name}</span>
      <span className={classes.fileSize}>
        {isPending ? t('asset.loading') : asset.size !== null && bytes(asset.size)}
      </span>
    </>
  );
  if (isPending) return <div className={classes.file}>{card}</div>;
  return (
    <div className={classes.document}>
      <a className={classes.file} href={url} aria-label={t('asset.open', { name })} onClick={onView}>
        {card}
      </a>
      <a
        className={classes.save}
        href={url}
        download={asset.fileName ?? true}
        aria-label={t('asset.download', { name })}
      >
        <IconDownload size={16} aria-hidden />
      </a>
    </div>
  );
}

function NotThere({ asset, name }: { asset: EntryAsset; name: string }) {
  const { t } = useTranslation();
  const Missing = asset.category === 'document' ? IconFileOff : IconPhotoOff;
  return (
    <div className={classes.file} data-missing>
      <Missing size={20} stroke={1.5} aria-hidden />
      <span className={classes.fileName}>{name}</span>
      <span className={classes.fileSize}>{t('asset.failed')}</span>
    </div>
  );
}
