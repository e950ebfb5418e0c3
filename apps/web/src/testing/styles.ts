/** Classes of a style sheet, each named as it is written there. */
export default new Proxy({}, { get: (_, name) => name });
