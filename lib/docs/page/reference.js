/** Shows the OpenAPI document in Swagger UI, with the curl lines that it carries before the parameters. */

const curlLines = ({ React, getComponent, specSelectors }) => {
  const create = React.createElement;
  const HighlightCode = getComponent('HighlightCode', true);
  return ({ pathMethod: [path, method] }) => {
    const samples = specSelectors.specJson().getIn(['paths', path, method, 'x-codeSamples'])?.toJS() ?? [];
    if (samples.length === 0) return null;
    return create(
      'div',
      { className: 'opblock-section' },
      create('div', { className: 'opblock-section-header' }, create('h4', { className: 'opblock-title' }, 'With curl')),
      create(
        'div',
        { className: 'curl-lines' },
        ...samples.map(({ label, source }) =>
          create(
            'figure',
            { key: label },
            create('figcaption', null, label),
            create(HighlightCode, { language: 'bash', canCopy: true, children: source }),
          ),
        ),
      ),
    );
  };
};

const curlPlugin = () => ({
  wrapComponents: {
    parameters: (Parameters, system) => {
      let CurlLines;
      return (props) => {
        CurlLines ??= curlLines(system);
        const { createElement, Fragment } = system.React;
        return createElement(Fragment, null, createElement(CurlLines, props), createElement(Parameters, props));
      };
    },
  },
});

/** Of what is sent the fields are shown first, of what comes back an example. */
const firstTabPlugin = () => ({
  wrapComponents: {
    modelExample:
      (ModelExample, { React }) =>
      (props) => {
        const defaultModelRendering = props.specPath.includes('requestBody') ? 'model' : 'example';
        const getConfigs = () => ({ ...props.getConfigs(), defaultModelRendering });
        return React.createElement(ModelExample, { ...props, getConfigs });
      },
  },
});

window.SwaggerUIBundle({
  url: 'api/v1/openapi.json',
  domNode: document.getElementById('reference'),
  plugins: [curlPlugin, firstTabPlugin],
  deepLinking: true,
  docExpansion: 'list',
  defaultModelExpandDepth: 2,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
});
