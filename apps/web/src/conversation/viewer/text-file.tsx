import { useEffect } from 'react';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { download } from '../../lib/download';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import classes from './viewer.module.css';

/** Maximum number of bytes shown of a text file. */
const MOST = 500_000;

interface TextFileProps {
  messageId: string;
  assetId: string;
  name: string;
  onBroken: () => void;
}

/** Shows a file as plain text, even if a browser would render it. */
export function TextFile({ messageId, assetId, name, onBroken }: TextFileProps) {
  const { t } = useTranslation();
  const { server } = useOpenConversation().kind.conversations;
  const { data, isError } = useQuery({
    queryKey: ['file text', messageId, assetId],
    queryFn: async ({ signal }) => {
      const bytes = await (await download(server.bytesPath!(messageId, assetId), { signal })).arrayBuffer();
      return { text: new TextDecoder().decode(bytes.slice(0, MOST)), isCut: bytes.byteLength > MOST };
    },
    gcTime: 0,
  });
  useEffect(() => {
    if (isError) onBroken();
  }, [isError, onBroken]);
  if (!data) return <Loader color="gray" />;
  return (
    <pre className={classes.text} tabIndex={0} aria-label={name}>
      {data.text}
      {data.isCut && <em>{`\n\n${t('viewer.cut')}`}</em>}
    </pre>
  );
}
