import {{Name}}
import Viper

extension Wireframe {
  func {{name}}() -> Route {
    Route("{{Name}}") { {{Name}}Builder().make(text: "This is {{words}}.") }
  }
}
