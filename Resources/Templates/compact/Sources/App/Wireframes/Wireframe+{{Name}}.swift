import {{Name}}

extension Wireframe {
  func {{name}}() -> Route {
    Route("{{Name}}") {
      {{Name}}Builder.make(text: "This is {{words}}.")
    }
  }
}
