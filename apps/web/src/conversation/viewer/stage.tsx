import { Suspense, useState, type CSSProperties } from 'react';
import { Button, EmptyState, Loader } from '@mantine/core';
import { IconFileDownload, IconFileOff, IconHourglass } from '@tabler/icons-react';
import type { EntryAsset } from '@parley/contracts/api/conversations';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { shownAs } from './files';
import { TextFile } from './text-file';
import classes from './viewer.module.css';
import { lazyPart } from '../../lib/lazy-part';

const PdfPages = lazyPart(() => import('./pdf-pages'));

/** Maximum factor by which a small image is enlarged before the user zooms. */
const MAX_ENLARGED = 2;

interface StageProps {
  messageId: string;
  asset: EntryAsset;
  name: string;
  url: string;
  /** Zoom factor; 1 fits the screen. */
  zoom: number;
  /** Number of clockwise quarter turns. */
  quarters: number;
  onDownload: () => void;
}

/** Shows a file without executing anything in it, or the reason why it cannot be shown. */
export function Stage({ messageId, asset, name, url, zoom, quarters, onDownload }: StageProps) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  const [isBroken, setBroken] = useState(false);
  const [pixels, setPixels] = useState<{ width: number; height: number } | null>(null);
  if (asset.state === 'pending') {
    return (
      <Notice
        icon={<IconHourglass stroke={1.3} />}
        title={t('viewer.pending')}
        hint={t('viewer.pendingHint')}
      />
    );
  }
  if (asset.state === 'failed' || isBroken) {
    return (
      <Notice
        icon={<IconFileOff stroke={1.3} />}
        title={t('asset.failed')}
        hint={t(`viewer.failure.${asset.failure ?? 'unknown'}`)}
      />
    );
  }
  const broken = () => setBroken(true);
  switch (shownAs(asset)) {
    case 'picture':
      return (
        <div className={classes.scroller} tabIndex={zoom > 1 ? 0 : undefined} role="group" aria-label={name}>
          <div className={classes.sheet} style={{ '--zoom': zoom } as CSSProperties}>
            <img
              src={url}
              alt={name}
              className={classes.picture}
              data-lying={quarters % 2 !== 0 || undefined}
              style={{
                rotate: `${quarters * 90}deg`,
                maxWidth: pixels ? pixels.width * zoom * MAX_ENLARGED : undefined,
                maxHeight: pixels ? pixels.height * zoom * MAX_ENLARGED : undefined,
              }}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                setPixels(width > 0 ? { width, height } : null)
              }
              draggable={false}
              onError={broken}
            />
          </div>
        </div>
      );
    case 'film':
      return (
        <video className={classes.film} src={url} controls autoPlay aria-label={name} onError={broken} />
      );
    case 'sound':
      return (
        <audio className={classes.sound} src={url} controls autoPlay aria-label={name} onError={broken} />
      );
    case 'pdf':
      return (
        <Suspense fallback={<Loader color="gray" />}>
          <PdfPages
            messageId={messageId}
            assetId={asset.id}
            name={name}
            zoom={zoom}
            quarters={quarters}
            onBroken={broken}
          />
        </Suspense>
      );
    case 'text':
      return <TextFile messageId={messageId} assetId={asset.id} name={name} onBroken={broken} />;
    default:
      return (
        <Notice
          icon={<IconFileDownload stroke={1.3} />}
          title={t('viewer.noPreview')}
          hint={[name, asset.size !== null && bytes(asset.size)].filter(Boolean).join(' · ')}
        >
          <Button variant="default" onClick={onDownload}>
            {t('viewer.download')}
          </Button>
        </Notice>
      );
  }
}

interface NoticeProps {
  icon: React.ReactNode;
  title: string;
  hint: string;
  children?: React.ReactNode;
}

function Notice({ icon, title, hint, children }: NoticeProps) {
  return (
    <div className={classes.notice} role="status">
      <EmptyState icon={icon} title={title} description={hint}>
        {children && <EmptyState.Actions>{children}</EmptyState.Actions>}
      </EmptyState>
    </div>
  );
}
