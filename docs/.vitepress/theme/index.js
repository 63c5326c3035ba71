/** The default theme, with the element on the pages that hold a report. */
import { withBase } from "vitepress";
import theme from "vitepress/theme";
import { defineComponent, h, onMounted, ref } from "vue";
import "./style.css";

/** A report on the replies of a file, made in the reader's browser. */
const LiveReport = defineComponent({
  props: { src: { type: String, required: true } },
  setup({ src }) {
    const isMounted = ref(false);
    onMounted(() => {
      isMounted.value = true;
      load(withBase("/reconvene/element.js"));
    });
    return () => isMounted.value && h("reconvene-report", { class: "live", src: withBase(src) });
  },
});

/** Loads the element once, and only where a page needs it. */
function load(src) {
  if (document.querySelector(`script[src="${src}"]`)) return;
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));
}

export default {
  extends: theme,
  enhanceApp({ app }) {
    app.component("LiveReport", LiveReport);
  },
};
