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

/** All that a part of the document refers to, as `#/components/schemas/Bot`, or to something within it. */
const refersTo = (part) => [...JSON.stringify(part).matchAll(/"#\/components\/([^/"]+)\/([^/"]+)/g)];

/**
 * The document, of whose paths, webhooks and components only what is at a path is there, and what that refers to; all of it
 * where nothing is there.
 */
const around = (document, [of, name]) => {
  if (document[of]?.[name] === undefined) return document;
  const { securitySchemes } = document.components;
  const part = { ...document, paths: {}, webhooks: {}, components: { securitySchemes } };
  if (of === 'components') part.components[name] = document.components[name];
  else part[of] = { [name]: document[of][name] };
  const add = (from) => {
    for (const [, kind, name] of refersTo(from)) {
      const found = document.components[kind]?.[name];
      if (!found || part.components[kind]?.[name]) continue;
      part.components[kind] = { ...part.components[kind], [name]: found };
      add(found);
    }
  };
  add([part[of], part.components]);
  return part;
};

/** The viewer reads the whole document again for each operation that is opened, for a second: it is given what it needs of it. */
const partPlugin = (system) => {
  const { resolveSubtree } = window.SwaggerUIBundle.plugins.SwaggerClient(system).fn;
  return {
    fn: { resolveSubtree: (document, path, options) => resolveSubtree(around(document, path), path, options) },
  };
};

/** A key alone, or one that was copied with another scheme, is sent as the service wants it. */
const withScheme = (request) => {
  const given = request.headers.Authorization;
  if (given) request.headers.Authorization = `Token ${given.trim().replace(/^(token|bearer)\s+/i, '')}`;
  return request;
};

const followColours = () => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const show = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', show);
  show();
};

const element = (tag, more, ...children) => {
  const made = Object.assign(document.createElement(tag), more);
  made.append(...children);
  return made;
};

/** A line of the contents that leads to what it names; an operation is opened there. */
const lineTo = (target, text) => {
  const link = element('a', { className: 'contents-line', href: `#${target.id}`, textContent: text });
  link.addEventListener('click', (event) => {
    event.preventDefault();
    const closed = target.querySelector('.opblock-summary-control[aria-expanded="false"]');
    if (target.matches('.opblock')) closed?.click();
    document.querySelector('#contents > details')?.toggleAttribute('open', isWide.matches);
    target.scrollIntoView({ block: 'start' });
  });
  return link;
};

const isWide = matchMedia('(min-width: 1100px)');

/** Folded, for few need it: what only the dashboard's pages call. */
const foldedTag = 'Dashboard';

/** The contents beside the page, or before it where it is narrow: its chapters, and the operations of each tag. */
const showContents = () => {
  const chapters = [...document.querySelectorAll('.info__description h2')].map((heading) => {
    heading.id = heading.textContent.toLowerCase().replaceAll(/\W+/g, '-');
    return element('li', {}, lineTo(heading, heading.textContent));
  });
  const tags = [...document.querySelectorAll('.opblock-tag-section')].map((section) => {
    const heading = section.querySelector('.opblock-tag');
    const operations = [...section.querySelectorAll('.opblock')].map((block) => {
      const said = block.querySelector('.opblock-summary-description')?.textContent;
      return element('li', {}, lineTo(block, said || block.id.split('-').at(-1)));
    });
    const title = heading.dataset.tag ?? heading.textContent;
    if (title === foldedTag) return element('li', {}, lineTo(heading, title));
    return element(
      'li',
      {},
      element('details', {}, element('summary', { textContent: title }), element('ul', {}, ...operations)),
    );
  });
  const list = element('ul', {}, ...chapters, ...tags);
  const whole = element('details', { open: isWide.matches }, element('summary', { textContent: 'Contents' }), list);
  isWide.addEventListener('change', () => whole.toggleAttribute('open', isWide.matches));
  document.getElementById('contents').replaceChildren(whole);
};

/** What the viewer leaves out for those who do not see the page, or have no mouse. */
const helpReaders = () => {
  // A link within a button is nobody's: the contents lead to operations.
  for (const link of document.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href');
  for (const select of document.querySelectorAll('select:not([aria-label], [id])')) select.ariaLabel = 'Example';
  for (const table of document.querySelectorAll('.info table:not([tabindex])')) table.tabIndex = 0;
  for (const code of document.querySelectorAll('pre.microlight:not([tabindex])')) code.tabIndex = 0;
  for (const table of document.querySelectorAll('table[role="region"]:not([aria-label])')) table.ariaLabel = table.id;
  const about = document.querySelector('.information-container:not([role])');
  if (about) Object.assign(about, { role: 'region', ariaLabel: 'About this API' });
};

/** The contents are read from the page, once it is there; what comes later is mended as it comes. */
const watch = () => {
  let hasContents = false;
  const look = () => {
    helpReaders();
    if (hasContents || !document.querySelector('.opblock')) return;
    hasContents = true;
    showContents();
  };
  new MutationObserver(look).observe(document.getElementById('reference'), { childList: true, subtree: true });
};

followColours();
watch();

const reference = window.SwaggerUIBundle({
  onComplete: () =>
    reference.layoutActions.show(['operations-tag', foldedTag], location.hash.startsWith(`#/${foldedTag}`)),
  url: 'api/v1/openapi.json',
  requestInterceptor: withScheme,
  domNode: document.getElementById('reference'),
  plugins: [curlPlugin, firstTabPlugin, partPlugin],
  deepLinking: true,
  docExpansion: 'list',
  defaultModelExpandDepth: 2,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
});
