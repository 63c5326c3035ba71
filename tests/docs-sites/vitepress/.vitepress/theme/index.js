import "reconvene/element";
import theme from "vitepress/theme";
import "./report.css";

export default theme;
