import { authorizationOf } from './oauth';

test('signs a request as in the example of OAuth Core 1.0, appendix A.5', () => {
  const header = authorizationOf(
    'GET',
    'http://photos.example.net/photos?file=vacation.jpg&size=original',
    {
      consumerKey: 'dpf43f3p2l4k3l03',
      consumerSecret: 'kd94hf93k423kf44',
      token: 'nnch734d00sl2jdk',
      tokenSecret: 'pfkkdhi9sl3r4s00',
    },
    { nonce: 'kllo9940pd9333jh', timestamp: 1191242096 },
  );
  expect(header).toContain('oauth_signature="tR3%2BTy81lMeYAr%2FFid0kMTYa%2FWM%3D"');
  expect(header).toMatch(/^OAuth oauth_consumer_key="dpf43f3p2l4k3l03", /);
});
