"""The generator: it turns content, templates and the Python that the pages run into a folder of static files."""
