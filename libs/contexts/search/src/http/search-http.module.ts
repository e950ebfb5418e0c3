import { Module } from '@nestjs/common';
import { TeamSearchQueries } from '../team/team-search.queries';
import { SearchQueries } from '../read/search.queries';
import { SearchController } from './search.controller';

@Module({ controllers: [SearchController], providers: [SearchQueries, TeamSearchQueries] })
export class SearchHttpModule {}
