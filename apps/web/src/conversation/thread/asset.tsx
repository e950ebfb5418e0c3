import { useState } from 'react';
import { Loader } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconDownload, IconFile, IconFileOff, IconPhotoOff } from '@tabler/icons-react';
import type { EntryAsset } from '@parley/contracts/api/conversations';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import classes from './asset.module.css';

interface AssetProps {
  messageId: string;
  asset: EntryAsset;
}

/** A file of a message. Its box has its size before the file is there, so nothing moves when it comes. */
export function Asset({ messageId, asset }: AssetProps) {
  const { t } = useTranslation();
  const [isBroken, setBroken] = useState(false);
  const reduceMotion = useReducedMotion();
  const name = asset.fileName ?? t(`asset.${asset.category}`);
  const { store, kind } = useOpenConversation();
  const { server } = kind.conversations;
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
          <audio src={url} controls preload="metadata" aria-label={name} onError={() => setBroken(true)} />
        </Box>
      );
    case 'document':
      return <Document asset={asset} name={name} url={url} />;
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

function Document({ asset, name, url }: { asset: EntryAsset; name: string; url: string }) {
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
      {!isPending && <IconDownload size={16} className={classes.download} aria-hidden />}
    </>
  );
  if (isPending) return <div className={classes.file}>{card}</div>;
  return (
    <a
      className={classes.file}
      href={url}
      download={asset.fileName ?? true}
      aria-label={t('asset.download', { name })}
    >
      {card}
    </a>
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
