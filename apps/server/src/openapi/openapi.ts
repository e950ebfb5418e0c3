import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { withExamples } from './examples';
import { inOpenApi31 } from './openapi-31';
import { describeInputs } from './describe-inputs';
import { withRefusals } from './refusals';

/**
 * Serves the description of the REST API: as pages at /api/docs, and as a document for programs at
 * /api/docs/openapi.json.
 */
export function useOpenApi(app: INestApplication): void {
  const document = inOpenApi31(withExamples(openApiDocument(app)));
  SwaggerModule.setup('api/docs', app, document, { jsonDocumentUrl: 'api/docs/openapi.json' });
}

export function openApiDocument(app: INestApplication): OpenAPIObject {
  describeInputs();
  const description = new DocumentBuilder()
    .setTitle('Parley')
    .setDescription(
      'A program comes with the secret of an API key as its bearer. A user comes with an ID token, and the header `api-key` of the front end.',
    )
    .setVersion('3')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .addApiKey({ type: 'apiKey', in: 'header', name: 'api-key' }, 'api-key')
    .addSecurityRequirements('bearer')
    .addSecurityRequirements('api-key')
    .build();
  return withRefusals(SwaggerModule.createDocument(app, description, { autoTagControllers: true }));
}
