import ModuleTree

extension Wireframe {
  func moduleTree(source: any ModuleTreeSource) -> Route {
    Route("ModuleTree") { ModuleTreeBuilder.make(source: source) }
  }
}
