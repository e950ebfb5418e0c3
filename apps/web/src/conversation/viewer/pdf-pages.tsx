import { useEffect, useRef, useState } from 'react';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { download } from '../../lib/download';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import classes from './viewer.module.css';

GlobalWorkerOptions.workerSrc = workerUrl;

const MAX_PAGES = 200;
/** Maximum number of pixels per page, which bounds the memory for rendering it. */
const MAX_PIXELS = 12_000_000;

interface PdfPagesProps {
  messageId: string;
  assetId: string;
  name: string;
  zoom: number;
  quarters: number;
  onBroken: () => void;
}

/** The pages of a PDF, rendered as images: scripts and links in the PDF do nothing. */
export default function PdfPages({ messageId, assetId, name, zoom, quarters, onBroken }: PdfPagesProps) {
  const { server } = useOpenConversation().kind.conversations;
  const { data: pdf, isError } = useQuery({
    queryKey: ['file pdf', messageId, assetId],
    queryFn: async ({ signal }) => {
      const data = await (await download(server.bytesPath!(messageId, assetId), { signal })).arrayBuffer();
      return getDocument({ data, enableXfa: false, useWasm: false, stopAtErrors: false }).promise;
    },
    retry: false,
    gcTime: 0,
    structuralSharing: false,
  });
  useEffect(() => {
    if (isError) onBroken();
  }, [isError, onBroken]);
  useEffect(() => () => void pdf?.destroy(), [pdf]);
  if (!pdf) return <Loader color="gray" />;
  const count = Math.min(pdf.numPages, MAX_PAGES);
  return (
    <div className={classes.pages} tabIndex={0} role="group" aria-label={name}>
      {Array.from({ length: count }, (_, index) => (
        <PdfPage key={index} pdf={pdf} number={index + 1} zoom={zoom} quarters={quarters} />
      ))}
    </div>
  );
}

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  zoom: number;
  quarters: number;
}

/** A page of a PDF. Rendered once it comes into view, and again when its size changes. */
function PdfPage({ pdf, number, zoom, quarters }: PdfPageProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isSeen, setSeen] = useState(number === 1);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: '600px',
    });
    if (canvas.current) watch.observe(canvas.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!isSeen) return;
    let stop = () => {};
    const draw = async () => {
      const page = await pdf.getPage(number);
      const target = canvas.current;
      const room = target?.parentElement?.clientWidth ?? 0;
      if (!target || room === 0) return;
      const rotation = (page.rotate + quarters * 90) % 360;
      const plain = page.getViewport({ scale: 1, rotation });
      const width = Math.min(room - 32, 900) * zoom;
      const sharp = (width / plain.width) * Math.min(devicePixelRatio, 2);
      const scale = Math.min(sharp, Math.sqrt(MAX_PIXELS / (plain.width * plain.height)));
      const viewport = page.getViewport({ scale, rotation });
      [target.width, target.height] = [Math.floor(viewport.width), Math.floor(viewport.height)];
      target.style.width = `${width}px`;
      const task = page.render({ canvas: target, viewport });
      stop = () => task.cancel();
      await task.promise;
      target.dataset.drawn = 'true';
    };
    // After a cancelled rendering another one follows; a page that fails to render stays white.
    draw().catch(() => undefined);
    return () => stop();
  }, [pdf, number, zoom, quarters, isSeen]);
  return (
    <canvas ref={canvas} className={classes.page} role="img" aria-label={t('viewer.page', { number })} />
  );
}
