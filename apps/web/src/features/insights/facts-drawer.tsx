import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { graphOf } from '@parley/contracts/api/insight-graphs';
import { useTranslation } from '../../lib/translation';
import { FactList } from './fact-list';
import type { Asked } from './filters';
import { questionOf, type Opened } from './insights-api';

interface FactsDrawerProps {
  opened: Opened;
  /** What was opened: a bar by its day, a slice by its name. */
  name: string;
  asked: Asked;
  onClose: () => void;
}

/** What is behind a number, row by row, and why each is there. */
export default function FactsDrawer({ opened, name, asked, onClose }: FactsDrawerProps) {
  const { t, language } = useTranslation();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const graph = graphOf(opened.graphId)!;
  const title = graph.title[language];
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isNarrow ? '100%' : 480}
      title={name === title ? title : `${title} · ${name}`}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <FactList question={questionOf(graph, asked, opened)} />
    </Drawer>
  );
}
