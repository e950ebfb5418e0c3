import { Module } from '@nestjs/common';
import { SearchForgetting } from './read/search-forgetting';

/** Finds contacts, conversations and their messages. */
@Module({ providers: [SearchForgetting] })
export class SearchModule {}
